/**
 * A stem is plain text that may contain blocks of code, each between two lines of backticks as in Markdown:
 *
 * ````text
 * What does this function return for 3?
 * ```python
 * def double(n):
 *     return n + n
 * ```
 * ````
 *
 * Nothing else in a stem is markup. The server checks stems, the browser shows them and writes them into files: both read them here.
 */
type StemPart =
  | { readonly kind: 'words'; readonly text: string }
  | {
      readonly kind: 'code';
      /** Lines as they are shown, indentation included, without a line break at the end. */
      readonly code: string;
      /** What the opening line names after its backticks, such as "python"; null when it names nothing. */
      readonly language: string | null;
    };

/** A longer fence may enclose a shorter one, for code that itself contains backticks. */
const OPENING = /^ {0,3}(`{3,})([\p{L}\d+#._-]{0,20})[ \t]*$/u;
const CLOSING = /^ {0,3}(`{3,})[ \t]*$/u;

/**
 * Splits a stem into words and code, in order. A fence that is never closed, or that encloses nothing, is words. Linear in
 * the length of the stem.
 */
export function listStemParts(stem: string): StemPart[] {
  if (!stem.includes('```')) return stem === '' ? [] : [{ kind: 'words', text: stem }];
  const lines = stem.split(/\r?\n/u);
  const parts: StemPart[] = [];
  let words: string[] = [];
  const endWords = (): void => {
    const text = words.join('\n').trim();
    if (text !== '') parts.push({ kind: 'words', text });
    words = [];
  };
  const ends = findLastClosings(lines);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, fence, language = ''] = OPENING.exec(line) ?? [];
    const end = fence === undefined ? -1 : findEnd(lines, at + 1, fence.length, ends);
    const code = end < 0 ? '' : tidyCode(lines.slice(at + 1, end));
    if (code === '') {
      words.push(line);
      continue;
    }
    endWords();
    parts.push({ kind: 'code', code, language: language === '' ? null : language });
    at = end;
  }
  endWords();
  return parts;
}

/** For each number of backticks that closes a block, the last line that has it: beyond it no search is worth while. */
function findLastClosings(lines: readonly string[]): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const length = CLOSING.exec(line)?.[1]?.length;
    if (length !== undefined) last.set(length, at);
  }
  return last;
}

function findEnd(
  lines: readonly string[],
  from: number,
  length: number,
  lastClosings: ReadonlyMap<number, number>,
): number {
  const last = Math.max(
    -1,
    ...[...lastClosings].flatMap(([backticks, at]) => (backticks >= length ? at : [])),
  );
  for (let at = from; at <= last; at += 1) {
    if ((CLOSING.exec(lines[at] ?? '')?.[1]?.length ?? 0) >= length) return at;
  }
  return -1;
}

/** Without empty lines around the code, white space at line ends, and indentation that all lines share. */
function tidyCode(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trimEnd());
  const first = trimmed.findIndex((line) => line !== '');
  if (first < 0) return '';
  const last = trimmed.findLastIndex((line) => line !== '');
  const kept = trimmed.slice(first, last + 1);
  let shared = /^[ \t]*/u.exec(kept[0] ?? '')?.[0] ?? '';
  for (const line of kept) while (line !== '' && !line.startsWith(shared)) shared = shared.slice(0, -1);
  return kept.map((line) => line.slice(shared.length)).join('\n');
}

/** The words of a stem without its code; the stem itself when it has none. */
export function wordsOfStem(stem: string): string {
  const parts = listStemParts(stem);
  return parts.some(({ kind }) => kind === 'code')
    ? parts.flatMap((part) => (part.kind === 'words' ? [part.text] : [])).join('\n')
    : stem;
}

/** All code of a stem, blocks separated by an empty line; empty when it has none. */
export const codeOfStem = (stem: string): string =>
  listStemParts(stem)
    .flatMap((part) => (part.kind === 'code' ? [part.code] : []))
    .join('\n\n');

/** A stem on one line, for lists and labels: its words, or the first line of its code when it has no words. */
export function nameStem(stem: string): string {
  const code = codeOfStem(stem);
  if (code === '') return stem;
  const words = wordsOfStem(stem).replaceAll(/\s+/gu, ' ').trim();
  return words === '' ? (code.split('\n')[0] ?? '').trim() : words;
}

/** A stem as it is stored: white space in its words is single, code keeps its lines, and each part begins a line. */
export function tidyStem(stem: string): string {
  return listStemParts(stem)
    .map((part) =>
      part.kind === 'words' ? part.text.replaceAll(/\s+/gu, ' ').trim() : fenceCode(part.code, part.language),
    )
    .join('\n');
}

/** Code between two fences that are longer than any run of backticks in it. */
export function fenceCode(code: string, language: string | null = null): string {
  const longest = Math.max(2, ...(code.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}
