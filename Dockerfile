# Kindred's API and worker; the command follows: `serve`, `worker`, `import wordnet` … The database is another container.

FROM node:22-bookworm AS built
RUN apt-get update && apt-get install --yes --no-install-recommends g++ python3 python3-pip && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY . .
# Set-up leaves out the local Neo4j, and with it Java and Maven, when another server is named.
RUN NEO4J_URI=bolt://neo4j:7687 KINDRED_CACHE=/cache node scripts/setup.mjs \
    && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production KINDRED_DATA=/data KINDRED_CACHE=/cache
WORKDIR /app
COPY --from=built /cache /cache
COPY --from=built /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
ENTRYPOINT ["node", "dist/main.js"]
