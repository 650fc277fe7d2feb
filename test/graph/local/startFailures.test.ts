import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadSettings } from '../../../src/config';
import { openStore, startLocalNeo4j } from '../../../src/graph/local';
import { neo4jVersion } from '../../../src/graph/local/installation';
import { projectRoot } from '../../../src/shared/paths';

/** Every way in which there is no server ends in one readable error. */
describe('a local Neo4j that cannot start', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-local-'));
  const options = {
    dataFolder: path.join(folder, 'data'),
    cacheFolder: loadSettings().KINDRED_CACHE,
    memoryMb: 300,
    owner: 'a test',
  };
  const javaHome = process.env['JAVA_HOME'];

  afterEach(() => {
    if (javaHome === undefined) delete process.env['JAVA_HOME'];
    else process.env['JAVA_HOME'] = javaHome;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Stands in for Java: the ways it fails are many, and what it printed must reach the user. */
  function javaThat(script: string): void {
    const bin = path.join(folder, 'jdk', 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, 'java'), script);
    chmodSync(path.join(bin, 'java'), 0o755);
    process.env['JAVA_HOME'] = path.join(folder, 'jdk');
  }

  const failure = (message: RegExp) => ({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringMatching(message) as string,
  });

  it('names set-up when Neo4j was never fetched', async () => {
    await expect(startLocalNeo4j({ ...options, cacheFolder: folder })).rejects.toMatchObject(
      failure(new RegExp(`Neo4j ${neo4jVersion} is not in .*\`npm run setup\`.*NEO4J_URI`)),
    );
  });

  it('names set-up when the launcher is not compiled', async () => {
    const jars = path.join(folder, `neo4j-${neo4jVersion}`, 'lib');
    mkdirSync(jars, { recursive: true });
    writeFileSync(path.join(jars, `neo4j-kernel-${neo4jVersion}.jar`), '');
    await expect(startLocalNeo4j({ ...options, cacheFolder: folder })).rejects.toMatchObject(
      failure(/launcher of the local Neo4j is not in .*`npm run setup`/),
    );
  });

  it('shows what Java said before it ended, and nothing of earlier starts', async () => {
    javaThat('#!/bin/sh\necho an earlier fault >&2\nexit 1\n');
    await expect(startLocalNeo4j(options)).rejects.toMatchObject(failure(/exit status 1/));
    javaThat('#!/bin/sh\necho UnsupportedClassVersionError: too old >&2\nexit 1\n');
    const started = startLocalNeo4j(options);
    await expect(started).rejects.toMatchObject(
      failure(/exit status 1\..*Java 17 or later[^]*neo4j\.log:\n {2}UnsupportedClassVersionError: too old$/),
    );
    await expect(started).rejects.not.toMatchObject(failure(/earlier fault/));
  });

  it('says that Java could not be run', async () => {
    javaThat('#!/no/such/interpreter\n');
    await expect(startLocalNeo4j(options)).rejects.toMatchObject(
      failure(/Java could not be run.*Java 17 or later/),
    );
  });

  it('says that memory was too little', async () => {
    await expect(startLocalNeo4j({ ...options, memoryMb: 1 })).rejects.toMatchObject(failure(/heap/i));
  });

  it('asks for the password that belongs to NEO4J_URI', async () => {
    const settings = loadSettings({ NEO4J_URI: 'bolt://127.0.0.1:1' });
    await expect(openStore(settings, { owner: 'a test', join: true })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'NEO4J_URI is set and NEO4J_PASSWORD is not. Set both.',
    });
  });

  it('reports a NEO4J_URI where nothing answers within three seconds', async () => {
    const settings = loadSettings({ NEO4J_URI: 'bolt://127.0.0.1:1', NEO4J_PASSWORD: 'password' });
    const asked = Date.now();
    await expect(openStore(settings, { owner: 'a test', join: true })).rejects.toMatchObject(
      failure(/database does not answer/),
    );
    expect(Date.now() - asked).toBeLessThan(3_000);
  });

  it('says that a URI without a host is no address', async () => {
    const settings = loadSettings({ NEO4J_URI: 'bolt://', NEO4J_PASSWORD: 'password' });
    await expect(openStore(settings, { owner: 'a test', join: true })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/NEO4J_URI cannot be used.*Give an address as bolt:/) as string,
    });
  });

  it('says that a web server is no Neo4j', async () => {
    const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = loadSettings({ NEO4J_URI: `bolt://127.0.0.1:${port}`, NEO4J_PASSWORD: 'password' });
    await expect(openStore(settings, { owner: 'a test', join: true })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/A web server answers at NEO4J_URI/) as string,
    });
    server.close();
  });

  it('says that the file of the password is damaged', async () => {
    writeFileSync(path.join(options.dataFolder, 'password'), 'wrongpw\n');
    await expect(startLocalNeo4j(options)).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringMatching(/password does not hold the password.*Restore the file/) as string,
    });
  });

  it('is of the version that set-up fetches', () => {
    const pom = readFileSync(path.join(projectRoot, 'scripts/neo4j/pom.xml'), 'utf8');
    expect(pom).toContain(`<artifactId>neo4j</artifactId>\n      <version>${neo4jVersion}</version>`);
  });
});
