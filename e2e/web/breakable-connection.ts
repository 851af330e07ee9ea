import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a server whose connections can be cut and restored. */
export interface BreakableConnection {
  readonly origin: string;
  /** Bytes sent to the server so far. */
  readonly sentBytes: () => number;
  /** Breaks every connection after this many more bytes and refuses new ones until `mend`. */
  cutAfter(bytes: number): void;
  /** Stalls the connection that carries the bytes after this many more. */
  stallAfter(bytes: number): void;
  mend(): void;
}

export async function makeBreakableConnection(origin: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(origin);
  const pairs = new Set<{ readonly client: Socket; readonly onward: Socket }>();
  let sentBytes = 0;
  let limit: { atBytes: number; kind: 'cut' | 'stall' } | undefined;
  let isCut = false;

  /** What the browser sent up to here still reaches the server, whose answers do not reach the browser. */
  const cut = (): void => {
    isCut = true;
    for (const { client, onward } of pairs) {
      client.resetAndDestroy();
      onward.end();
    }
  };
  const reachLimit = (client: Socket): void => {
    if (limit?.kind === 'cut') cut();
    else client.pause();
    limit = undefined;
  };
  const server = createServer((client) => {
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const onward = connect(Number(port), hostname);
    const pair = { client, onward };
    pairs.add(pair);
    for (const socket of [client, onward]) socket.on('error', () => undefined);
    // After a cut the rest of what was sent is still on its way to the server.
    client.on('close', () => {
      if (!isCut) onward.destroy();
    });
    onward.on('close', () => {
      pairs.delete(pair);
      client.destroy();
    });
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
    for (const { client, onward } of pairs) {
      client.destroy();
      onward.destroy();
    }
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
