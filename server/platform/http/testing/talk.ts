import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends raw bytes and returns, as latin1, everything that the server sends until it closes the connection. Closes it after
 * `patienceMilliseconds` of silence.
 */
export async function talk(
  { origin }: { origin: string },
  bytes: string,
  patienceMilliseconds = 20_000,
): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset counts as an answer: the server closed the connection.
  socket.on('error', () => undefined);
  socket.setTimeout(patienceMilliseconds, () => socket.destroy());
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
