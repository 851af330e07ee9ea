import type { Sentence } from '../../../language/sentence.ts';

/** The sentence as a point: without trailing examples and asides, which a summary can spare. */
export function trimPoint(sentence: Sentence): string {
  const trimmed = sentence.text
    .replace(/,? (?:for example|for instance|such as|including) [^,;:.]+(?:, [^,;:.]+)*\.$/u, '.')
    .replace(
      /, (?:such as|for example|for instance|including) [^,;.]+(?:, [^,;.]+)*,? (?:and|or) [^,;.]+, /u,
      ' ',
    )
    .replace(/, (?:such as|for example|for instance) [^,;.]+, /u, ' ')
    .replace(/ —[^—]+— /u, ' ');
  return trimmed.split(' ').length >= 5 ? trimmed : sentence.text;
}
