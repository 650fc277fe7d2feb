import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { loadSettings } from '../../src/config';
import { type LocalNeo4j, startLocalNeo4j } from '../../src/graph/local/localNeo4j';

/**
 * Owns the databases of a run, in jest's main process, because a worker may be replaced in the middle of one.
 * A worker asks over loopback HTTP (`GET /<worker id>`) and gets the connection as JSON.
 */
export class TestDatabases {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-test-'));
  private readonly started = new Map<string, Promise<LocalNeo4j>>();
  private readonly server: Server = createServer((request, response) => {
    this.of(request.url!.slice(1)).then(
      ({ connection }) => response.end(JSON.stringify(connection)),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.server.unref();
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    const servers = await Promise.allSettled([...this.started.values()]);
    for (const server of servers) if (server.status === 'fulfilled') await server.value.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private of(worker: string): Promise<LocalNeo4j> {
    const known = this.started.get(worker);
    if (known) return known;
    const starting = startLocalNeo4j({
      dataFolder: path.join(this.folder, worker),
      cacheFolder: loadSettings().KINDRED_CACHE,
      memoryMb: 512,
      owner: `jest, worker ${worker}`,
    });
    this.started.set(worker, starting);
    return starting;
  }
}
