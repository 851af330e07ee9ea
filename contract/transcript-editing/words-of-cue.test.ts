import { describe, expect, test } from 'vitest';
import { mergeCues, rewriteCue, secondAt, splitCue, timeWords, type Cue } from './words-of-cue.ts';

const cue: Cue = {
  start_second: 10,
  end_second: 20,
  text: 'The mitochondria makes energy',
  word_confidences: [99, 40, 90, 95],
};

test('times the words of a line by their characters, and says which are doubtful', () => {
  const words = timeWords(cue);
  expect(words.map(({ text }) => text)).toEqual(['The', 'mitochondria', 'makes', 'energy']);
  expect(words[0]?.startSecond).toBe(10);
  expect(words.at(-1)?.endSecond).toBe(20);
  expect(words.map(({ isDoubtful }) => isDoubtful)).toEqual([false, true, false, false]);
});

test('no word is doubtful where confidences are not those of the words', () => {
  expect(timeWords({ ...cue, word_confidences: [10] }).some(({ isDoubtful }) => isDoubtful)).toBe(false);
});

describe('another text', () => {
  test('keeps the confidences of words that stay; a word that a person wrote is certain', () => {
    expect(rewriteCue(cue, 'The  mitochondrion makes energy ')).toEqual({
      ...cue,
      text: 'The mitochondrion makes energy',
      word_confidences: [99, 100, 90, 95],
    });
  });

  test('with another number of words', () => {
    expect(rewriteCue(cue, 'The mito chondria makes energy').word_confidences).toEqual([
      99, 100, 100, 90, 95,
    ]);
    expect(rewriteCue(cue, 'The makes energy').word_confidences).toEqual([99, 90, 95]);
    expect(rewriteCue(cue, 'The The mitochondria makes energy').word_confidences).toEqual([
      99, 100, 40, 90, 95,
    ]);
  });

  test('has no confidences where there were none', () => {
    const { word_confidences: _, ...imported } = cue;
    expect(rewriteCue(imported, 'Other words')).toEqual({ ...imported, text: 'Other words' });
  });
});

describe('splitting', () => {
  test('shares words, confidences and time', () => {
    const [first, second] = splitCue(cue, 'The mitochondria'.length) ?? [];
    expect(first).toMatchObject({ start_second: 10, text: 'The mitochondria', word_confidences: [99, 40] });
    expect(second).toMatchObject({ end_second: 20, text: 'makes energy', word_confidences: [90, 95] });
    expect(first?.end_second).toBe(second?.start_second);
    expect(first?.end_second).toBe(secondAt(cue, 'The mitochondria '.length));
  });

  test('within a word gives its confidence to both halves', () => {
    const [first, second] = splitCue(cue, 'The mito'.length) ?? [];
    expect(first?.word_confidences).toEqual([99, 40]);
    expect(second).toMatchObject({ text: 'chondria makes energy', word_confidences: [40, 90, 95] });
  });

  test.each([0, cue.text.length])('not at %i, where one half would be empty', (offset) => {
    expect(splitCue(cue, offset)).toBeUndefined();
  });

  test('and merging again gives the line back', () => {
    const [first, second] = splitCue(cue, 'The mitochondria'.length) ?? [];
    expect(first !== undefined && second !== undefined && mergeCues(first, second)).toEqual(cue);
  });
});

test('merging a line without confidences counts its words as certain', () => {
  const imported = { start_second: 20, end_second: 22, text: 'for cells' };
  expect(mergeCues(cue, imported)).toEqual({
    start_second: 10,
    end_second: 22,
    text: 'The mitochondria makes energy for cells',
    word_confidences: [99, 40, 90, 95, 100, 100],
  });
  expect(mergeCues(imported, imported).word_confidences).toBeUndefined();
});
