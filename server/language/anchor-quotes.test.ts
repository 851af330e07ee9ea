import { expect, test } from 'vitest';
import type { Evidence } from '#contract/evidence.ts';
import { splitTranscript } from '../documents/split-transcript.ts';
import { createQuoteAnchor } from './anchor-quotes.ts';
import type { LessonPassage } from './lesson-text.ts';
import { createRandom } from './random.ts';

const SUBJECTS = ['The praetor', 'An owner', 'Gaius', 'The seller', 'A guardian', 'The buyer'];
const VERBS = ['grants', 'refuses', 'claims', 'describes', 'protects', 'transfers'];
const OBJECTS = ['an interdict', 'the field', 'a slave', 'the servitude', 'usucapio', 'the pledge'];
const PLACES = [
  'in court',
  'before witnesses',
  'within two years',
  'without a form',
  'at the market',
  'in Rome',
];

const listPassages = (sentences: readonly string[]): LessonPassage[] =>
  splitTranscript(
    sentences.map((text, index) => ({ startSecond: index * 4, endSecond: index * 4 + 3.5, text })),
  ).passages.map((passage) => ({ ...passage, id: String(passage.position) }));

/** Of a text of one passage. */
const quote = (text: string): Evidence => ({
  quote: text,
  passage_id: '0',
  page: null,
  start_second: 8,
  end_second: 11,
});

const SENTENCES = ['Rome had courts.', 'The pretor gave orders to owners.', 'Owners had to obey.'];

test('places words that are there at their new passage, without a mark', () => {
  const anchor = createQuoteAnchor(listPassages(SENTENCES));
  const old = { ...quote('The pretor gave orders to owners.'), passage_id: 'old', changed: null };
  expect(anchor(old)).toEqual({
    quote: 'The pretor gave orders to owners.',
    passage_id: '0',
    page: null,
    start_second: 0,
    end_second: 11.5,
  });
});

test('marks words that were corrected, with the sentence that is there now', () => {
  const corrected = SENTENCES.map((text) => text.replace('pretor', 'praetor'));
  const anchor = createQuoteAnchor(listPassages(corrected), listPassages(SENTENCES));
  const marked = anchor(quote('The pretor gave orders to owners.'));
  expect(marked).toMatchObject({
    quote: 'The pretor gave orders to owners.',
    changed: { quote: 'The praetor gave orders to owners.', passage_id: '0' },
  });
  expect(anchor(quote('the pretor gave orders'))).toMatchObject({
    changed: { quote: 'The praetor gave orders to owners.' },
  });
  expect(createQuoteAnchor(listPassages(corrected))(quote(SENTENCES[1] ?? ''))).toMatchObject({
    changed: null,
  });
  // Corrected again, corrected elsewhere, and corrected back.
  const again = corrected.map((text) => text.replace('orders', 'interdicts'));
  expect(createQuoteAnchor(listPassages(again), listPassages(corrected))(marked)).toMatchObject({
    quote: 'The pretor gave orders to owners.',
    changed: { quote: 'The praetor gave interdicts to owners.' },
  });
  const elsewhere = corrected.map((text) => text.replace('courts', 'judges'));
  expect(createQuoteAnchor(listPassages(elsewhere), listPassages(corrected))(marked)).toEqual(marked);
  expect(createQuoteAnchor(listPassages(SENTENCES), listPassages(corrected))(marked)).toEqual(
    createQuoteAnchor(listPassages(SENTENCES))(quote('The pretor gave orders to owners.')),
  );
});

test('does not take a sentence that was there before, or is elsewhere, for a correction', () => {
  const rivers = ['Amber', 'Birch', 'Cedar', 'Dorn'].map(
    (name) => `Barges on the ${name} carry granite to the sea.`,
  );
  const later = ['An introduction.', ...rivers.slice(2), 'Barges on the Elm carry granite to the sea.'];
  const anchor = createQuoteAnchor(listPassages(later), listPassages(rivers));
  expect(anchor(quote(rivers[0] ?? ''))).toMatchObject({ changed: null });
});

test.each([
  ['Let x > 0 hold.', 'Let x < 0 hold.'],
  ['An owner obeys.', 'An owners obeys.'],
  ['It grew by 5 % a year.', 'It grew by 5 a year.'],
])('marks %j, which became %j', (before, after) => {
  const anchor = createQuoteAnchor(listPassages([after]), listPassages([before]));
  expect(anchor(quote(before))).toMatchObject({ quote: before, changed: { quote: after } });
});

test('leaves alone what the lesson never said', () => {
  const typed = quote('Words that an instructor typed.');
  expect(
    createQuoteAnchor(listPassages(['It was corrected.']), listPassages(['It was correctd.']))(typed),
  ).toEqual(typed);
  expect(createQuoteAnchor(listPassages(['It was corrected.']))(quote(' '))).toEqual(quote(' '));
});

test('chooses the nearest of words that occur several times', () => {
  const filler = Array.from(
    { length: 40 },
    (_, index) => `Filler number ${index} says nothing of it at all.`,
  );
  const passages = listPassages(['Mark my words.', ...filler, 'Mark my words.']);
  const anchored = createQuoteAnchor(passages)({ ...quote('Mark my words.'), start_second: 160 });
  expect(anchored.passage_id).toBe(passages.at(-1)?.id);
});

/** What may be done to a transcript, each with whether it can change what is quoted. */
const EDITS = {
  replaceWord: (sentences: string[], at: number, pick: (below: number) => number) => {
    const words = (sentences[at] ?? '').split(' ');
    words[pick(words.length)] = 'tomato';
    sentences[at] = words.join(' ');
  },
  capitals: (sentences: string[], at: number) => {
    sentences[at] = (sentences[at] ?? '').toUpperCase();
  },
  commas: (sentences: string[], at: number) => {
    sentences[at] = (sentences[at] ?? '').replace(' ', ', ');
  },
  spaces: (sentences: string[], at: number) => {
    sentences[at] = (sentences[at] ?? '').replaceAll(' ', '  ');
  },
  deleteSentence: (sentences: string[], at: number) => void sentences.splice(at, 1),
  insertSentence: (sentences: string[], at: number) =>
    void sentences.splice(at, 0, 'Nothing was added here.'),
  insertWord: (sentences: string[], at: number, pick: (below: number) => number) => {
    const words = (sentences[at] ?? '').split(' ');
    words.splice(pick(words.length), 0, 'tomato');
    sentences[at] = words.join(' ');
  },
  joinSentences: (sentences: string[], at: number) => {
    sentences[at] = (sentences[at] ?? '').replace(/\.$/u, ' and');
  },
  swapSentences: (sentences: string[], at: number) => {
    const [one, other] = [sentences[at], sentences[at + 1]];
    if (one !== undefined && other !== undefined) [sentences[at], sentences[at + 1]] = [other, one];
  },
} satisfies Record<string, (sentences: string[], at: number, pick: (below: number) => number) => void>;

/** What a person would do: look for the words in the whole text, without case and punctuation. */
const bare = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

test('marks exactly the evidence whose words are gone, after each of 200 random edits', () => {
  const random = createRandom(20_261_126);
  const pick = (below: number): number => Math.floor(random() * below);
  const of = (list: readonly string[]): string => list[pick(list.length)] ?? '';
  const makeSentence = (): string => `${of(SUBJECTS)} ${of(VERBS)} ${of(OBJECTS)} ${of(PLACES)}.`;
  let [marked, kept] = [0, 0];
  for (let round = 0; round < 200; round += 1) {
    const sentences = Array.from({ length: 12 + pick(30) }, makeSentence);
    const quotes = sentences.flatMap((sentence, index) => [
      sentence,
      sentence.split(' ').slice(1, -1).join(' '),
      `${sentence} ${sentences[index + 1] ?? ''}`.trim(),
    ]);
    const edited = [...sentences];
    const names = Object.keys(EDITS) as (keyof typeof EDITS)[];
    const name = names[pick(names.length)] ?? 'replaceWord';
    EDITS[name](edited, pick(edited.length), pick);
    const passages = listPassages(edited);
    const anchor = createQuoteAnchor(passages, listPassages(sentences));
    const text = bare(edited.join(' '));
    for (const words of quotes) {
      const anchored = anchor(quote(words));
      const isGone = !text.includes(bare(words));
      expect([round, name, words, anchored.changed !== undefined]).toEqual([round, name, words, isGone]);
      if (isGone) marked += 1;
      else kept += 1;
      // What is shown as evidence is in the passage that it names.
      const shown = isGone ? anchored.changed : anchored;
      if (shown === null || shown === undefined) continue;
      expect(passages.find(({ id }) => id === shown.passage_id)?.text).toContain(shown.quote);
    }
  }
  // Neither is rare, so that neither goes untested.
  expect(marked).toBeGreaterThan(200);
  expect(kept).toBeGreaterThan(2_000);
});
