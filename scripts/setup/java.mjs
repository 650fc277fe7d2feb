import { existsSync } from 'node:fs';
import path from 'node:path';
import { command } from './support/command.mjs';
import { MissingTool } from './support/errors.mjs';

const without =
  'or set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD to use a Neo4j 5 server that runs elsewhere';

/** `java` or `javac`: JAVA_HOME's, else the one on the path. */
export function javaTool(name) {
  const own = process.env.JAVA_HOME && path.join(process.env.JAVA_HOME, 'bin', name);
  return own && existsSync(own) ? own : name;
}

/** @throws MissingTool naming what to install, and what goes on without it */
export async function checkJava() {
  const install = `Install a JDK, 17 or later (package \`openjdk-17-jdk-headless\` or newer), ${without}.`;
  let version;
  try {
    version = await command(javaTool('javac'), ['-version'], { missing: '' });
  } catch {
    throw new MissingTool(`Java's compiler was not found. ${install}`);
  }
  const major = Number(/javac (\d+)/.exec(version)?.[1]);
  if (!(major >= 17)) throw new MissingTool(`Java ${major} was found; Neo4j needs 17 or later. ${install}`);
  return major;
}

export const missingMaven = `Maven was not found. Install it (package \`maven\`), ${without}.`;
