/** Changes one to thirty bytes, and sometimes takes a piece out or doubles one. The same seed gives the same bytes. */
export function mutate(original: Uint8Array, seed: number): Buffer {
  let state = seed * 7_919 + 1;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  let bytes = Buffer.from(original);
  for (let count = 1 + next(30); count > 0; count -= 1) {
    const at = next(bytes.length);
    const edge = [0x00, 0xff, 0x7f, 0x80, 0x20][next(8)];
    bytes[at] = edge ?? (bytes[at] ?? 0) ^ (1 << next(8));
  }
  const from = next(bytes.length);
  const to = Math.min(bytes.length, from + next(200));
  if (seed % 4 === 0) bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  if (seed % 4 === 1) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  return bytes;
}
