import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { FileStoreUnavailableError } from './file-store.ts';

const SILENCE_MILLISECONDS = 60_000;

/** The body of a remote store's answer, which fails when its next bytes do not come: the connection may have died silently. */
export function failWhenSilent(body: Readable, clock: Clock): Readable {
  const stream = Readable.from(readSoon(body, clock), { objectMode: false });
  stream.once('close', () => body.destroy());
  return stream;
}

async function* readSoon(body: Readable, clock: Clock): AsyncGenerator {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    // Only while bytes are wanted: a player may pause.
    const cancel = clock.after(SILENCE_MILLISECONDS, () =>
      body.destroy(new FileStoreUnavailableError('The file store stopped sending a file.')),
    );
    const next = await chunks.next().finally(cancel);
    if (next.done === true) return;
    yield next.value;
  }
}
