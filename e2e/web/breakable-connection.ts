import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that can be cut and mended, as a network is. */
export interface BreakableConnection {
  readonly origin: string;
  /** How many bytes went to the server so far. */
  readonly sentBytes: () => number;
  /** Once so many bytes more have gone to the server, every connection breaks, and none can be made until `mend`. */
  cutAfter(bytes: number): void;
  /** Once so many bytes more have gone to the server, the connection that carries them stands still. */
  stallAfter(bytes: number): void;
  mend(): void;
}

/** Leads to `origin`. */
export async function makeBreakableConnection(origin: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  let limit: { atBytes: number; kind: 'cut' | 'stall' } | undefined;
  let isCut = false;

  const reachLimit = (client: Socket): void => {
    if (limit?.kind === 'cut') {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    } else client.pause();
    limit = undefined;
  };
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const onward = connect(Number(port), hostname);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      // The other side is told by the end of this one.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        (socket === client ? onward : client).destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      sentBytes += chunk.length;
      if (!onward.write(chunk)) {
        client.pause();
        onward.once('drain', () => client.resume());
      }
      if (limit !== undefined && sentBytes >= limit.atBytes) reachLimit(client);
    });
    onward.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${ownPort}`,
    sentBytes: () => sentBytes,
    cutAfter: (bytes) => {
      limit = { atBytes: sentBytes + bytes, kind: 'cut' };
    },
    stallAfter: (bytes) => {
      limit = { atBytes: sentBytes + bytes, kind: 'stall' };
    },
    mend: () => {
      isCut = false;
      limit = undefined;
    },
  };
}
