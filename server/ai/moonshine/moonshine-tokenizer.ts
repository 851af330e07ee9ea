/** The model's mark for a space. */
const SPACE_MARK = '▁';

/** Words of Moonshine's `tokenizer.bin`: how token numbers become text. */
export interface MoonshineTokenizer {
  readonly size: number;
  decode(tokens: readonly number[]): string;
  /** For each token, the word of the decoded text that it is part of, from 0; undefined for one that is white space. */
  listWordsOf(tokens: readonly number[]): (number | undefined)[];
  /** The text of each token in lower case, with a space before the first of a word. */
  listTexts(): string[];
}

/**
 * Reads `tokenizer.bin`: each token is a length byte (from 128 on: its low 7 bits plus the next byte × 128) and that
 * many bytes of UTF-8.
 * @throws {RangeError} when the file is cut short.
 */
export function parseMoonshineTokenizer(file: Uint8Array): MoonshineTokenizer {
  const tokens: Uint8Array[] = [];
  for (let offset = 0; offset < file.length;) {
    let length = file[offset] ?? 0;
    offset += 1;
    if (length >= 128) {
      length = (length & 127) + (file[offset] ?? 0) * 128;
      offset += 1;
    }
    if (offset + length > file.length) throw new RangeError('The tokenizer file ends within a token.');
    tokens.push(file.subarray(offset, offset + length));
    offset += length;
  }
  return {
    size: tokens.length,
    listTexts: () =>
      tokens.map((token) => Buffer.from(token).toString('utf8').replaceAll(SPACE_MARK, ' ').toLowerCase()),
    listWordsOf(numbers) {
      let word = -1;
      let isAfterSpace = true;
      return numbers.map((number) => {
        const text = Buffer.from(tokens[number] ?? new Uint8Array())
          .toString('utf8')
          .replaceAll(SPACE_MARK, ' ');
        let first: number | undefined;
        for (const character of text) {
          const isSpace = /\s/u.test(character);
          if (!isSpace && isAfterSpace) word += 1;
          if (!isSpace) first ??= word;
          isAfterSpace = isSpace;
        }
        return first;
      });
    },
    decode(numbers) {
      // One decoding for all bytes: a character may span tokens.
      const bytes = Buffer.concat(numbers.map((number) => tokens[number] ?? new Uint8Array()));
      return bytes.toString('utf8').replaceAll(SPACE_MARK, ' ').replace(/\s+/g, ' ').trim();
    },
  };
}
