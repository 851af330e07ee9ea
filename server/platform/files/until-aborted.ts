/**
 * The chunks of `content` until `signal` aborts, also while the source stays silent: its next chunk is not waited for.
 * @throws the signal's reason, or what the source fails with.
 */
export async function* untilAborted<Chunk>(
  content: AsyncIterable<Chunk> | Iterable<Chunk>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Chunk> {
  const source = iterate(content);
  let isWaiting = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      isWaiting = true;
      const next = await nextUnlessAborted(source, signal);
      isWaiting = false;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    const ending = source.return?.();
    // A silent source may never end: do not wait for it.
    if (isWaiting) ending?.catch(() => undefined);
    else await ending;
  }
}

/** As `for await` does, which takes what is at hand already too. */
function iterate<Chunk>(content: AsyncIterable<Chunk> | Iterable<Chunk>): AsyncIterator<Chunk> {
  if (Symbol.asyncIterator in content) return content[Symbol.asyncIterator]();
  return (async function* () {
    for (const chunk of content) yield await Promise.resolve(chunk);
  })();
}

/** A listener for each chunk rather than `Promise.race`, which would hold on to every chunk until the signal's end. */
function nextUnlessAborted<Chunk>(
  source: AsyncIterator<Chunk>,
  signal: AbortSignal | undefined,
): Promise<IteratorResult<Chunk>> {
  const next = source.next();
  if (signal === undefined) return next;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    next.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
