/** A phrase said this often in a row is the model's doing; people say things twice, and lists three times. */
const MAXIMUM_REPEATS = 3;
const LONGEST_PHRASE_WORDS = 12;

/**
 * Cuts phrases that a speech model repeats without end down to one, such as "you know you know you know you know".
 * Repeats of up to three are kept, since people do say "no, no, no".
 */
export function removeRepeatedPhrases(text: string): string {
  let words = splitWords(text);
  // Taking out long phrases can put short ones in a row: again, until there is nothing to take out.
  for (let before = Number.POSITIVE_INFINITY; words.length < before;) {
    before = words.length;
    for (let length = 1; length <= LONGEST_PHRASE_WORDS; length += 1) words = collapse(words, length);
  }
  return words.join(' ');
}

/** Whether a phrase is repeated more often than people do. */
export function hasRepeatedPhrases(text: string): boolean {
  return removeRepeatedPhrases(text) !== splitWords(text).join(' ');
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function collapse(words: readonly string[], length: number): string[] {
  const bare = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const kept: string[] = [];
  for (let index = 0; index < words.length;) {
    let repeats = 1;
    while (isSame(bare, index, index + repeats * length, length)) repeats += 1;
    const taken = repeats > MAXIMUM_REPEATS ? length : 1;
    kept.push(...words.slice(index, index + taken));
    index += repeats > MAXIMUM_REPEATS ? repeats * length : 1;
  }
  return kept;
}

function isSame(words: readonly string[], first: number, second: number, length: number): boolean {
  if (second + length > words.length) return false;
  for (let offset = 0; offset < length; offset += 1) {
    if (words[first + offset] !== words[second + offset]) return false;
  }
  return true;
}
