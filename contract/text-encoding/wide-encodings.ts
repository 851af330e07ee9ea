/** In UTF-16, spaces, line ends and Latin letters have a zero byte on the same side. @param share the minimum share of such pairs */
export function guessUtf16(bytes: Uint8Array, share: number): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(bytes.length, 8192) >> 1;
  if (pairs < 2) return undefined;
  let [even, odd] = [0, 0];
  for (let index = 0; index < pairs; index++) {
    if (bytes[2 * index] === 0) even++;
    if (bytes[2 * index + 1] === 0) odd++;
  }
  if (odd > share * pairs && even <= 0.1 * odd) return 'utf-16le';
  if (even > share * pairs && odd <= 0.1 * even) return 'utf-16be';
  return undefined;
}

/** Every character in UTF-32 has two zero bytes, or a zero and a byte of at most 0x10, on the same side. */
export function guessUtf32(bytes: Uint8Array): 'utf-32le' | 'utf-32be' | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length, 8192) & ~3);
  if (sample.length < 8) return undefined;
  const encodings = ['utf-32le', 'utf-32be'] as const;
  return encodings.find((encoding) =>
    readUnits(sample, encoding).every((unit) => unit > 0 && unit <= 0x10ffff),
  );
}

export function decodeUtf32(bytes: Uint8Array, encoding: 'utf-32le' | 'utf-32be'): string {
  return readUnits(bytes, encoding)
    .map((unit) =>
      unit > 0x10ffff || (unit >= 0xd800 && unit <= 0xdfff) ? '\u{FFFD}' : String.fromCodePoint(unit),
    )
    .join('');
}

function readUnits(bytes: Uint8Array, encoding: 'utf-32le' | 'utf-32be'): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, index) =>
    view.getUint32(4 * index, encoding === 'utf-32le'),
  );
}
