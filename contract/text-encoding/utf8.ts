import { detectEncoding } from './detect-encoding.ts';

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** The byte length of the character at `at`; 0 if the bytes are not valid UTF-8. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[at + 1];
  if (!isContinuation(second) || second === undefined || lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (lead < 0xf0) return (lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ? 0 : 3;
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return 0;
  return isContinuation(bytes[at + 3]) ? 4 : 0;
}

interface Line {
  readonly from: number;
  readonly to: number;
  /** Multi-byte characters. */
  readonly characters: number;
  /** Bytes that are not valid UTF-8. */
  readonly stray: number;
}

function* readLines(bytes: Uint8Array): Generator<Line> {
  let [from, characters, stray] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 1) characters++;
    else if (length === 0) stray++;
    at += Math.max(1, length);
    if (at < bytes.length && bytes[at - 1] !== 0x0a) continue;
    yield { from, to: at, characters, stray };
    [from, characters, stray] = [at, 0, 0];
  }
}

/**
 * Whether UTF-8 with some stray bytes fits better than any legacy encoding: text in those is hardly ever valid UTF-8 by
 * chance, and never for whole lines.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [characters, stray, whole, broken] = [0, 0, 0, 0];
  for (const line of readLines(bytes)) {
    characters += line.characters;
    stray += line.stray;
    if (line.stray > 0) broken++;
    else if (line.characters > 0) whole++;
  }
  return characters > 0 && (characters >= stray || whole > broken);
}

/**
 * Decodes UTF-8 of which some bytes are something else: lines that were pasted in another encoding are read in that
 * encoding, a single stray byte as Windows-1252, and what is left of a torn character is dropped.
 */
export function decodeMostlyUtf8(bytes: Uint8Array): string {
  const stretches = splitForeign(bytes);
  const foreign = stretches.filter(({ isForeign }) => isForeign).map((stretch) => stretch.bytes);
  const detected = detectEncoding(joinBytes(foreign));
  if (!detected.isCertain || detected.encoding === 'windows-1252') return repair(bytes);
  const decoder = new TextDecoder(detected.encoding);
  return stretches
    .map((stretch) => (stretch.isForeign ? decoder.decode(stretch.bytes) : repair(stretch.bytes)))
    .join('');
}

/** Joins adjacent lines of one kind, because a text may have millions of lines. */
function splitForeign(bytes: Uint8Array): { isForeign: boolean; bytes: Uint8Array }[] {
  const stretches: { isForeign: boolean; from: number; to: number }[] = [];
  for (const { from, to, characters, stray } of readLines(bytes)) {
    const isForeign = stray > characters;
    const last = stretches.at(-1);
    if (last?.isForeign === isForeign) last.to = to;
    else stretches.push({ isForeign, from, to });
  }
  return stretches.map(({ isForeign, from, to }) => ({ isForeign, bytes: bytes.subarray(from, to) }));
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The bytes from 0x80 as Windows-1252, each in at most three bytes of UTF-8. */
const WINDOWS_1252 = Array.from({ length: 128 }, (_, index) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index))),
);

/** Decodes everything in one call: one for each of millions of stray bytes would take seconds. */
function repair(bytes: Uint8Array): string {
  const repaired = new Uint8Array(3 * bytes.length);
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      for (const next = at + length; at < next; at++) repaired[end++] = bytes[at] ?? 0;
      continue;
    }
    let after = at;
    while (after < bytes.length && lengthAt(bytes, after) === 0) after++;
    const run = bytes.subarray(at, after);
    if (!isTorn(bytes, at, run)) {
      for (const byte of run) {
        const character = WINDOWS_1252[byte - 0x80] ?? [];
        repaired.set(character, end);
        end += character.length;
      }
    }
    at = after;
  }
  return new TextDecoder().decode(repaired.subarray(0, end));
}

const isUpperCase = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x41 && byte <= 0x5a;

/** €, …, quotation marks and dashes of Windows-1252. */
const isTypographic = (byte: number): boolean =>
  byte === 0x80 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97);

/** The rest of a truncated character, which Windows-1252 would decode to garbage such as "â€" or "Ã". */
function isTorn(bytes: Uint8Array, at: number, run: Uint8Array): boolean {
  const [lead = 0, second] = run;
  if (lead < 0xc0) return run.length > 1 && !run.every(isTypographic);
  if (lead === 0xc2 || lead === 0xc3)
    return !isUpperCase(bytes[at - 1]) && !isUpperCase(bytes[at + run.length]);
  return (lead === 0xe2 || lead === 0xf0) && isContinuation(second);
}
