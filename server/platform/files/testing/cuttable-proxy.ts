import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A way to a server of this machine that a test can cut. */
export interface CuttableProxy {
  readonly port: number;
  /** Breaks every connection, and every new one, until `mend`. */
  readonly cut: () => void;
  /** Cuts once the server has sent so many bytes more. */
  readonly cutAfter: (bytes: number) => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

export async function startCuttableProxy(targetPort: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let bytesLeft = Number.POSITIVE_INFINITY;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The other side notices the same.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((client) => {
    track(client);
    if (isCut) {
      client.resetAndDestroy();
      return;
    }
    const target = track(connect(targetPort, '127.0.0.1'));
    target.on('data', (bytes) => {
      bytesLeft -= bytes.length;
      if (bytesLeft <= 0) cut();
    });
    client.pipe(target).pipe(client);
    client.once('close', () => target.destroy());
    // What the target has sent before it closed is still on its way to the client.
    target.once('close', () => client.destroySoon());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    mend: () => {
      isCut = false;
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
