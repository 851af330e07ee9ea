import net from 'node:net';
import tls from 'node:tls';
import { vi } from 'vitest';

/** A machine of the pretended internet: which port of this machine answers for it, and what it claims to be. */
export interface PretendedHost {
  readonly localPort: number;
  /** The address that the connection shows once it is open, if different: a redirected route. */
  readonly appearsAs?: string;
}

export interface PretendedInternet {
  /** Every address that a connection was begun to, allowed or not, in order. */
  readonly attempts: string[];
  restore(): void;
}

interface ConnectOptions {
  readonly host?: string;
  readonly port?: number | string;
  readonly lookup?: net.LookupFunction;
}

/**
 * Takes the place of the network: connections to the hosts named lead to local ports, and a connection to any other
 * address fails without a packet sent and is written down. What is being tested keeps its own resolver, its own
 * checks and the usual ports of the web.
 * @param own port of this machine that tests may reach as they are, such as the application under test
 */
export function pretendInternet(
  hosts: Readonly<Record<string, PretendedHost>>,
  own: () => number | undefined = () => undefined,
): PretendedInternet {
  const attempts: string[] = [];

  function reach(socket: net.Socket, address: string): void {
    attempts.push(address);
    const host = hosts[address];
    if (host === undefined) {
      socket.destroy(new Error(`${address} is no host of the pretended internet.`));
      return;
    }
    Object.defineProperty(socket, 'remoteAddress', { value: host.appearsAs ?? address });
    socket.connect(host.localPort, '127.0.0.1');
  }

  function connect(options: ConnectOptions): net.Socket {
    const socket = new net.Socket();
    const { host = 'localhost', port, lookup } = options;
    if (host === '127.0.0.1' && own() !== undefined && Number(port) === own())
      return socket.connect(Number(port), host);
    if (net.isIP(host) !== 0) {
      // Later, like the real one: callers listen for errors only after the call.
      setImmediate(() => reach(socket, host));
    } else if (lookup === undefined) {
      attempts.push(host);
      setImmediate(() => socket.destroy(new Error(`${host} would be looked up by the system.`)));
    } else {
      lookup(host, { all: true }, (error, found) => {
        const address = Array.isArray(found) ? found.at(0)?.address : found;
        if (error) socket.destroy(error);
        else if (address === undefined) socket.destroy(new Error('Nothing was found.'));
        else reach(socket, address);
      });
    }
    return socket;
  }

  const plain = vi.spyOn(net, 'connect').mockImplementation(connect as typeof net.connect);
  // Certificates do not matter here: a connection is made to the same places, and then nothing is sent.
  const secure = vi.spyOn(tls, 'connect').mockImplementation(connect as typeof tls.connect);
  return {
    attempts,
    restore: () => {
      plain.mockRestore();
      secure.mockRestore();
    },
  };
}
