import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../shared/log';
import type { RunningServer } from './holder';
import type { ServerProcess } from './serverProcess';

/** Deaths within a minute after which the server is left down. */
const maxDeaths = 4;

/** A server that is started again, on the same port, when it dies: open drivers then find it by themselves. */
export class KeptServer {
  private stopping = false;
  private restarting: Promise<void> = Promise.resolve();

  private constructor(
    private process: ServerProcess,
    private readonly start: (port: number) => Promise<ServerProcess>,
  ) {}

  /** @param start starts a server process; port 0 takes a free one */
  static async start(start: (port: number) => Promise<ServerProcess>): Promise<KeptServer> {
    const kept = new KeptServer(await start(0), start);
    void kept.watch();
    return kept;
  }

  get server(): RunningServer {
    return this.process.server;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.restarting;
    await this.process.stop();
  }

  private async watch(): Promise<void> {
    for (let deaths: number[] = []; ;) {
      await this.process.gone();
      if (this.stopping) return;
      deaths = [...deaths, Date.now()].filter((at) => at > Date.now() - 60_000);
      if (deaths.length >= maxDeaths) return log.error('The local Neo4j keeps ending and is left down.');
      log.warn('The local Neo4j has ended. It is started again.');
      this.restarting = this.restart();
      await this.restarting;
    }
  }

  private async restart(): Promise<void> {
    try {
      this.process = await this.start(this.server.port);
    } catch (error) {
      log.error((error as Error).message);
      await sleep(1_000); // then the dead process is looked at again, until there were too many deaths
    }
  }
}
