import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A proxy to PostgreSQL that a test can close and open, as if the server went down and restarted. It can also drop all
 * data, like a firewall that forgot its connections: neither side sees an error or an end.
 */
export class WayToDatabase {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;
  #endedCount = 0;
  #isSilent = false;
  /** Each of these makes one connection drop all data from now on, permanently. */
  readonly #silence = new Set<() => void>();

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => {
      if (this.#isSilent) {
        this.#keep(socket.resume());
        return;
      }
      const onward = connect(Number(target.port === '' ? 5432 : target.port), target.hostname);
      for (const each of [socket, onward]) this.#keep(each);
      const silence = (): void => {
        socket.unpipe(onward).resume();
        onward.unpipe(socket).resume();
        socket.off('close', endOnward);
        onward.off('close', endSocket);
        this.#silence.delete(silence);
      };
      // What one side sent before it ended is delivered before the other side ends.
      const endOnward = (): void => {
        this.#silence.delete(silence);
        onward.destroySoon();
      };
      const endSocket = (): void => {
        this.#silence.delete(silence);
        socket.destroySoon();
      };
      socket.on('close', endOnward).on('close', () => (this.#endedCount += 1));
      onward.on('close', endSocket);
      this.#silence.add(silence);
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

  /** How many connections were ended by their client. */
  get endedCount(): number {
    return this.#endedCount;
  }

  /** Drops all data from now on, of existing and new connections. */
  swallow(): void {
    this.#isSilent = true;
    for (const silence of this.#silence) silence();
  }

  /** Forwards new connections again. Earlier ones stay silent. */
  deliver(): void {
    this.#isSilent = false;
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }
}
