import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between Kindred and Neo4j, and can be stopped as a server is stopped. */
export class Line {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;
  private silent = false;

  constructor(private readonly target: URL) {}

  async open(): Promise<string> {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => [near, far].forEach((end) => end.destroy()));
      }
      near.on('data', (bytes) => far.write(bytes));
      far.on('data', (bytes) => near.write(bytes));
      if (this.silent) near.pause();
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return `bolt://127.0.0.1:${this.port}`;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server!.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }

  /** Leaves everything unread for now, like a process that was stopped in its tracks. */
  hush(silent: boolean): void {
    this.silent = silent;
    for (const socket of this.sockets) {
      if (silent) socket.pause();
      else socket.resume();
    }
  }
}
