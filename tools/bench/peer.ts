import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Peer {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts a server of `tools/bench/peers` in its own process, as Lectern's api is one. It answers with its
 * port when it listens and ends with the channel.
 */
export async function startPeer(name: string, programArguments: readonly string[]): Promise<Peer> {
  const child = fork(join(import.meta.dirname, 'peers', `${name}.ts`), [...programArguments], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The peer ${name} did not start`);
    }),
  ])) as [number];
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
