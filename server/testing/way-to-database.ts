import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to PostgreSQL that a test can close and open, as if the server went down and came back. */
export class WayToDatabase {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => {
      const onward = connect(Number(target.port === '' ? 5432 : target.port), target.hostname);
      for (const each of [socket, onward]) {
        this.#sockets.add(each);
        each.on('error', () => undefined);
        each.on('close', () => this.#sockets.delete(each));
      }
      // What one side sent before it ended is delivered before the other side ends.
      socket.on('close', () => onward.destroySoon());
      onward.on('close', () => socket.destroySoon());
      socket.pipe(onward).pipe(socket);
    });
  }

  static async open(databaseUrl: string): Promise<WayToDatabase> {
    const way = new WayToDatabase(new URL(databaseUrl));
    await way.listen();
    return way;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}
