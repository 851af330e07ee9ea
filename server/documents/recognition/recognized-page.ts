/** A word that was recognized in a picture. Lengths are points on the straightened page, y downwards. */
export interface RecognizedWord {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Size of the letters, much as a font's. */
  readonly size: number;
  /** 0 to 100, as the engine rates itself. */
  readonly confidence: number;
  /** It follows the word before it on the same line. */
  readonly follows: boolean;
}

/**
 * What was recognized on a page. The words lie on the page as it was straightened: turned clockwise about its centre by
 * `turnedDegrees` and then `width` × `height` points large.
 */
export interface RecognizedPage {
  readonly width: number;
  readonly height: number;
  readonly turnedDegrees: number;
  /** 0 to 100: the mean of the words' confidences, each counting as much as it is long. 0 without words. */
  readonly confidence: number;
  /** Line by line. */
  readonly words: readonly RecognizedWord[];
}

/** The mean confidence of words, each counting as much as it is long. */
export function averageConfidence(words: readonly Pick<RecognizedWord, 'text' | 'confidence'>[]): number {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of words) {
    letters += text.length;
    sum += text.length * confidence;
  }
  return letters === 0 ? 0 : sum / letters;
}
