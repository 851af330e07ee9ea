import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes as they are and returns, as latin1, all that the server answers until it hangs up. When it says nothing for
 * `patienceMilliseconds`, this side hangs up.
 */
export async function talk(
  { origin }: { origin: string },
  bytes: string,
  patienceMilliseconds = 20_000,
): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is an answer too: the server hung up.
  socket.on('error', () => undefined);
  socket.setTimeout(patienceMilliseconds, () => socket.destroy());
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
