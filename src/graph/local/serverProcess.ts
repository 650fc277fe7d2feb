import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { javaArguments, neo4jConfiguration } from './configuration';
import { type Holder, readServer, type RunningServer } from './holder';
import { findInstallation } from './installation';

/** The launcher's exit status when the folder belongs to a server that lives. */
const heldByAnother = 75;
const bootSeconds = 180;
const stopSeconds = 20;

export interface ServerOptions {
  readonly folder: string;
  readonly cacheFolder: string;
  readonly memoryMb: number;
  readonly password: string;
  readonly holder: Holder;
  readonly onWait: (seconds: number) => void;
}

/** One Java process. It ends when its standard input does, so also when this process is killed. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly server: RunningServer,
  ) {}

  /**
   * @param port 0 takes a free one
   * @returns undefined when another server holds the folder
   * @throws STORE_UNAVAILABLE with the end of Neo4j's log when it does not come up
   */
  static async start(options: ServerOptions, port: number): Promise<ServerProcess | undefined> {
    const { folder, cacheFolder, memoryMb } = options;
    const { java, classPath } = findInstallation(cacheFolder);
    const settings = neo4jConfiguration(folder, port, memoryMb);
    const logFile = path.join(folder, 'neo4j.log');
    const log = openSync(logFile, 'a'); // at this moment it may be another server's
    const logged = fstatSync(log).size;
    const command = [...javaArguments(classPath, memoryMb), 'LocalNeo4j', folder, ...settings];
    // A group of its own: Ctrl-C in a terminal reaches the parent alone, which stops the server when it is done.
    const child = spawn(java, command, { detached: true, stdio: ['pipe', log, log] });
    closeSync(log);
    child.stdin!.on('error', () => undefined); // it exited early; its exit status tells
    child.stdin!.write(`${options.password}\n${JSON.stringify(options.holder)}\n`);
    const failed = once(child, 'error').then(([error]) => error as Error);

    for (const started = Date.now(); ;) {
      const error = await Promise.race([failed, sleep(50)]);
      if (error) throw startFailed(`Java could not be run (${error.message}).`);
      const server = readServer(folder);
      if (server && server.pid === child.pid) return new ServerProcess(child, server);
      if (child.exitCode === heldByAnother) return undefined;
      const seconds = (Date.now() - started) / 1000;
      if (child.exitCode !== null || child.signalCode !== null) {
        throw startFailed(
          `It ended with ${child.signalCode ?? `exit status ${child.exitCode}`}.`,
          logFile,
          logged,
        );
      }
      if (seconds > bootSeconds) {
        child.kill('SIGKILL');
        throw startFailed(`It took no connections within ${bootSeconds} seconds.`, logFile, logged);
      }
      options.onWait(seconds);
    }
  }

  /** Resolves when the process is gone, for whatever reason. */
  async gone(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }

  async stop(): Promise<void> {
    const gone = this.gone();
    this.child.stdin!.end();
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), stopSeconds * 1000);
    await gone;
    clearTimeout(timer);
  }
}

function startFailed(why: string, logFile = '', logged = 0): KindredError {
  const advice = 'Neo4j needs Java 17 or later; NEO4J_URI names another server to use.';
  const said = logFile && endOf(logFile, logged);
  const tail = said && `\nThe end of ${logFile}:\n${said}`;
  return new KindredError('STORE_UNAVAILABLE', `The local Neo4j did not start. ${why} ${advice}${tail}`);
}

/** Last lines of what was added to a file since it had `from` bytes. */
function endOf(file: string, from: number, lines = 15): string {
  const added = readFileSync(file).subarray(from).toString('utf8').trimEnd();
  return added
    .split('\n')
    .slice(-lines)
    .map((line) => `  ${line}`)
    .join('\n');
}
