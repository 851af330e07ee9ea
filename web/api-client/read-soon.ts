/** Reads the next piece of a stream; fails when none arrives in time, because the connection may have died silently. */
export async function readSoon(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('No data arrived in time.')), milliseconds);
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
