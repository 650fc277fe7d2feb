import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { neo4jVersion } from '../../src/graph/local/installation';
import { projectRoot } from '../../src/shared/paths';

/** A machine that has only the programs named: each is a shell script here. */
function setUp(
  args: string[],
  programs: Record<string, string> = {},
  environment: Record<string, string> = {},
) {
  const bin = path.join(folder, 'bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { PATH: bin, HOME: folder, KINDRED_CACHE: cache, ...environment },
  });
  return { status, output: stdout + stderr };
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-setup-'));
const cache = path.join(folder, 'cache');
const java17 = { javac: 'echo javac 17.0.15' };

describe('set-up', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('explains itself', () => {
    const { status, output } = setUp(['--help']);
    expect(status).toBe(0);
    expect(output).toMatch(/--only NAME.*node, npm, neo4j, tensorflow, encoder, word-vectors, build/);
    expect(output).toMatch(/--with NAME.*word-vectors/);
  });

  it.each([
    [['--only', 'neo5j'], /There is no step "neo5j"; expected one of node, npm, neo4j/],
    [['--with', 'encoder'], /There is no extra step "encoder"; expected one of word-vectors/],
    [['--fast'], /Unknown option '--fast'/],
  ])('refuses %j', (args, message) => {
    const { status, output } = setUp(args);
    expect(status).toBe(2);
    expect(output).toMatch(message);
  });

  it.each([
    ['without Java', {}, /Java's compiler was not found\. Install a JDK, 17 or later .*or set NEO4J_URI/],
    [
      'with an old Java',
      { javac: 'echo javac 11.0.2' },
      /Java 11 was found; Neo4j needs 17 or later\. Install a JDK/,
    ],
    ['without Maven', java17, /Maven was not found\. Install it .*or set NEO4J_URI/],
  ])('says in one line what to do %s', (_machine, programs, message) => {
    const { status, output } = setUp(['--only', 'neo4j'], programs);
    expect(status).toBe(1);
    const line = output.split('\n').find((one) => one.includes('✗'));
    expect(line).toMatch(message);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('shows why Maven failed, and keeps nothing that is half fetched', () => {
    const mvn = `
      for argument; do case $argument in -DoutputDirectory=*) target=\${argument#*=};; esac; done
      echo half > "$target/neo4j-kernel-${neo4jVersion}.jar"
      echo 'Could not transfer artifact: connection reset'
      exit 1`;
    const { status, output } = setUp(['--only', 'neo4j'], { ...java17, mvn });
    expect(status).toBe(1);
    expect(output).toMatch(/`mvn .*` ended with status 1:\n\s+Could not transfer artifact/);
    expect(existsSync(path.join(cache, `neo4j-${neo4jVersion}`, 'lib'))).toBe(false);
    expect(readdirSync(path.join(cache, `neo4j-${neo4jVersion}`))).toEqual([]);
  });

  it.each(['/proc/x', '/etc/passwd/x'])('says what to do about the cache folder %s', (unusable) => {
    const { status, output } = setUp(['--only', 'neo4j'], java17, { KINDRED_CACHE: unusable });
    expect(status).toBe(1);
    expect(output).toMatch(/✗ .*cannot be made .*Set KINDRED_CACHE to a folder that can be written to\./);
  });

  it('needs neither where NEO4J_URI names a server', () => {
    const { status, output } = setUp(['--only', 'neo4j'], {}, { NEO4J_URI: 'bolt://127.0.0.1:7687' });
    expect(status).toBe(0);
    expect(output).toContain('NEO4J_URI is set, so no local server is needed');
  });

  it('takes another base encoder as it is', () => {
    const { status, output } = setUp(['--only', 'encoder'], {}, { KINDRED_BASE_ENCODER: '/models/bert' });
    expect(status).toBe(0);
    expect(output).toContain('KINDRED_BASE_ENCODER is set: /models/bert');
  });

  it('takes other word vectors as they are, and leaves none behind when theirs cannot be fetched', () => {
    const given = setUp(['--only', 'word-vectors'], {}, { KINDRED_WORD_VECTORS: '/vectors.txt' });
    expect(given.status).toBe(0);
    expect(given.output).toContain('KINDRED_WORD_VECTORS is set: /vectors.txt');
    const failing = setUp(['--only', 'word-vectors'], { python3: "echo 'No matching distribution'; exit 1" });
    expect(failing.status).toBe(1);
    expect(failing.output).toMatch(/✗ word vectors .*:\n\s+No matching distribution/);
    expect(existsSync(path.join(cache, 'glove-6b-50d'))).toBe(false);
  });
});
