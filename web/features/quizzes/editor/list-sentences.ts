/** Abbreviations and initials, after which the segmenter ends a sentence that goes on. */
const GOES_ON = /(?:\b(?:e\.g|i\.e|etc|Dr|Mr|Mrs|Ms|Prof|St|vs|cf|ca|Fig|No)|\b\p{Lu})\.\s*$/u;

/**
 * The sentences of a text, each verbatim, white space around it left out.
 * @param language of the text, for its rules on where sentences end
 */
export function listSentences(text: string, language = 'en'): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences: string[] = [];
  let begun = '';
  for (const { segment } of segmenter.segment(text)) {
    begun += segment;
    if (GOES_ON.test(begun)) continue;
    sentences.push(begun.trim());
    begun = '';
  }
  sentences.push(begun.trim());
  return sentences.filter((sentence) => sentence !== '');
}
