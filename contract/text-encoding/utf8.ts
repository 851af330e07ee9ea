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

/** How many characters of several bytes there are, and how many bytes are no UTF-8. */
function count(bytes: Uint8Array): { characters: number; stray: number } {
  let [characters, stray] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 1) characters++;
    else if (length === 0) stray++;
    at += Math.max(1, length);
  }
  return { characters, stray };
}

/**
 * Whether UTF-8 with some stray bytes fits better than any legacy encoding: text in those is hardly ever valid UTF-8 by
 * chance, and never for whole lines.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const { characters, stray } = count(bytes);
  if (characters === 0) return false;
  if (characters >= stray) return true;
  const lines = splitLines(bytes).filter((line) => line.some((byte) => byte >= 0x80));
  return 2 * lines.filter(isUtf8).length > lines.length;
}

/**
 * Decodes UTF-8 of which some bytes are something else: a line that was pasted in another encoding is read in that
 * encoding, a single stray byte as Windows-1252, and what is left of a torn character is dropped.
 */
export function decodeMostlyUtf8(bytes: Uint8Array): string {
  const lines = splitLines(bytes);
  const broken = lines.filter((line) => !isUtf8(line));
  const foreign = broken.filter((line) => !isMostlyUtf8(line));
  const detected = detectEncoding(joinBytes(foreign));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const isForeign = detected.isCertain && detected.encoding !== 'windows-1252';
  const decoder = isForeign ? new TextDecoder(detected.encoding) : undefined;
  return lines
    .map((line) => {
      if (isUtf8(line)) return utf8.decode(line);
      return decoder === undefined || isMostlyUtf8(line) ? repair(line) : decoder.decode(line);
    })
    .join('');
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(0x0a, from);
    const next = end === -1 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, next));
    from = next;
  }
  return lines;
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

function repair(bytes: Uint8Array): string {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder('windows-1252');
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += utf8.decode(bytes.subarray(from, at));
    from = at;
    while (from < bytes.length && lengthAt(bytes, from) === 0) from++;
    const run = bytes.subarray(at, from);
    if (!isTorn(bytes, at, run)) text += windows.decode(run);
    at = from;
  }
  return text + utf8.decode(bytes.subarray(from));
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
