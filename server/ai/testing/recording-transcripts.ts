/**
 * Exactly what is said in the two recordings that come with the speech model.
 *
 * "two_cities.wav" is the opening of A Tale of Two Cities by Charles Dickens (1859, public domain), by its printed
 * text. "beckett.wav" is a line of twelve words; no transcript comes with it, and it was written down from what two
 * unrelated models (Whisper base and Moonshine tiny) hear alike.
 */
export const RECORDING_TRANSCRIPTS = {
  twoCities:
    'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, ' +
    'it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of ' +
    'Darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing ' +
    'before us, we were all going direct to Heaven, we were all going direct the other way. In short, the period was ' +
    'so far like the present period, that some of its noisiest authorities insisted on its being received, for good ' +
    'or for evil, in the superlative degree of comparison only.',
  beckett: 'Ever tried. Ever failed. No matter. Try again. Fail again. Fail better.',
} as const;
