import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KindredError } from '../../shared/errors';
import { projectRoot } from '../../shared/paths';

/** The release that `scripts/neo4j/pom.xml` names; a test compares the two. */
export const neo4jVersion = '5.26.30';

export interface Installation {
  readonly java: string;
  /** Neo4j's jars and our launcher, as Java's `-cp` takes it */
  readonly classPath: string;
}

/** @throws STORE_UNAVAILABLE naming what set-up has not brought yet */
export function findInstallation(cacheFolder: string): Installation {
  const folder = path.join(cacheFolder, `neo4j-${neo4jVersion}`);
  const jars = path.join(folder, 'lib');
  if (!existsSync(path.join(jars, `neo4j-kernel-${neo4jVersion}.jar`))) {
    throw missing(`Neo4j ${neo4jVersion} is not in ${jars}.`);
  }
  const launcher = path.join(
    folder,
    `launcher-${hashOf(path.join(projectRoot, 'scripts/neo4j/LocalNeo4j.java'))}`,
  );
  if (!existsSync(path.join(launcher, 'LocalNeo4j.class'))) {
    throw missing(`The launcher of the local Neo4j is not in ${launcher}.`);
  }
  return { java: javaCommand(), classPath: [launcher, path.join(jars, '*')].join(path.delimiter) };
}

/** As set-up names the folder it compiles to, so that a launcher of other sources is never run. */
function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}

function javaCommand(): string {
  const home = process.env['JAVA_HOME'];
  const own = home ? path.join(home, 'bin', 'java') : undefined;
  return own && existsSync(own) ? own : 'java';
}

function missing(what: string): KindredError {
  return new KindredError(
    'STORE_UNAVAILABLE',
    `${what} Run \`npm run setup\` (it needs Java 17 or later and Maven), or set NEO4J_URI to a Neo4j 5 server.`,
  );
}
