import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkJava, javaTool, missingMaven } from './java.mjs';
import { command } from './support/command.mjs';
import { makeDirectory } from './support/directory.mjs';
import { makeFolder } from './support/draft.mjs';
import { inCache, inRoot } from './support/places.mjs';

const pom = inRoot('scripts/neo4j/pom.xml');
const source = inRoot('scripts/neo4j/LocalNeo4j.java');
const version = /<artifactId>neo4j<\/artifactId>\s*<version>([^<]+)</.exec(readFileSync(pom, 'utf8'))[1];
const folder = inCache(`neo4j-${version}`);
const jars = path.join(folder, 'lib');
/** Named by its source, as `src/graph/local/installation.ts` looks for it: an outdated launcher is never run. */
const launcher = path.join(
  folder,
  `launcher-${createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12)}`,
);

const hasJars = (at) => existsSync(path.join(at, `neo4j-kernel-${version}.jar`));
const hasLauncher = (at) => existsSync(path.join(at, 'LocalNeo4j.class'));

/** A Neo4j Community server to run beside Kindred, from Maven artifacts; not needed where NEO4J_URI names one. */
export const neo4j = {
  name: 'neo4j',
  title: `Neo4j ${version}`,
  needs: ['node'],
  found({ ownNeo4j }) {
    if (process.env.NEO4J_URI && !ownNeo4j) return 'NEO4J_URI is set, so no local server is needed';
    return hasJars(jars) && hasLauncher(launcher) ? `in ${folder}` : undefined;
  },
  async run() {
    const java = await checkJava();
    makeDirectory(folder);
    if (!hasJars(jars)) await makeFolder(jars, fetchJars, hasJars);
    await makeFolder(launcher, compile, hasLauncher);
    return `${readdirSync(jars).length} libraries by Maven, launcher compiled with Java ${java}`;
  },
};

async function fetchJars(draft) {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${draft}`];
  await command('mvn', ['--batch-mode', '--no-transfer-progress', '--quiet', '--file', pom, ...goal], {
    missing: missingMaven,
  });
}

async function compile(draft) {
  await command(javaTool('javac'), ['-cp', path.join(jars, '*'), '-d', draft, source]);
}
