import { containment, contentStems, listWords } from '#contract/question-rules/words.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { Evidence, LessonPassage } from '#server/language/lesson-text.ts';
import { addressesReader, isOrder, isPersonal, pointsElsewhere } from '#server/language/sentence.ts';
import { speaksToModel } from './plain-text.ts';

/** Compares two texts by meaning: 1 is the same. */
export type Likeness = (one: string, other: string) => number;

/** What of a passage can be cited. */
export type CitablePassage = Pick<
  LessonPassage,
  'id' | 'text' | 'heading' | 'page' | 'pageEnd' | 'startSecond' | 'endSecond'
>;

/** The cited passage and what the reader knows when coming to it. */
export interface CitedPassage {
  readonly passage: CitablePassage;
  readonly lessonTitle: string;
}

export type Support =
  | { readonly supported: true; readonly evidence: Evidence }
  | { readonly supported: false; readonly why: string };

/** The shares of a sentence's content words that must be in the passage, and in the quote. */
const SHARE_IN_PASSAGE = 0.75;
const SHARE_IN_QUOTE = 0.6;
/** How near in meaning the quoted words must be. */
const LIKENESS = 0.55;
const MOST_QUOTED_SENTENCES = 3;
const FEWEST_WORDS = 5;
const MOST_WORDS = 45;

const NUMBER_WORDS =
  'two three four five six seven eight nine ten eleven twelve hundred thousand million billion half'.split(
    ' ',
  );
const DENIAL = /\b(?:not|no|never|neither|nor|none|cannot|without|hardly|nobody|nothing)\b|n['’]t\b/iu;

/**
 * Whether a passage says what a sentence says: its meaning (embeddings) and its words are there, and so is each of its
 * numbers and names; it neither denies what the passage affirms nor turns it round. Returns the passage's own words for it.
 */
export function checkSupport(
  text: string,
  { passage: cited, lessonTitle: title }: CitedPassage,
  likeness: Likeness,
): Support {
  const passage = withoutOrders(cited);
  const lessonTitle = speaksToModel(title) ? '' : title;
  const unfit = findUnfitForm(text);
  if (unfit !== null) return { supported: false, why: unfit };
  const stems = contentStems(text);
  const context = `${lessonTitle} ${passage.heading ?? ''} ${passage.text}`;
  if (containment(stems, contentStems(context)) < SHARE_IN_PASSAGE) return { supported: false, why: 'words' };
  const foreign = findForeignNumber(text, passage.text) ?? findForeignName(text, context);
  if (foreign !== null) return { supported: false, why: foreign };
  const quote = findBestQuote(stems, passage.text);
  if (
    quote === undefined ||
    // Over a gap where an order stood: no words of the lesson.
    !cited.text.includes(quote) ||
    containment(stems, contentStems(`${quote} ${passage.heading ?? ''}`)) < SHARE_IN_QUOTE
  )
    return { supported: false, why: 'words' };
  if (likeness(text, quote) < LIKENESS) return { supported: false, why: 'meaning' };
  if (denies(text, quote) || turnsRound(text, quote)) return { supported: false, why: 'opposite' };
  return {
    supported: true,
    evidence: evidenceOfPassage(passage, quote),
  };
}

/** Texts of the passage that {@link checkSupport} may compare with a sentence. */
export function listComparedTexts(text: string, passage: CitablePassage): string[] {
  const quote = findBestQuote(contentStems(text), withoutOrders(passage).text);
  return quote === undefined ? [text] : [text, quote];
}

/** The passage without what is said to a model in it: an order's words would make true whatever it orders. */
export function withoutOrders<Passage extends Pick<CitablePassage, 'text' | 'heading'>>(
  passage: Passage,
): Passage {
  const heading = passage.heading !== null && speaksToModel(passage.heading) ? null : passage.heading;
  if (!speaksToModel(passage.text)) return { ...passage, heading };
  const sentences = splitSentences(passage.text).filter((sentence) => !speaksToModel(sentence.text));
  return { ...passage, heading, text: sentences.map((sentence) => sentence.text).join('\n\n') };
}

function findUnfitForm(text: string): string | null {
  const words = text.split(/\s+/u).length;
  if (words < FEWEST_WORDS || words > MOST_WORDS) return 'length';
  if (!/^["“'‘]?[\p{Lu}\d].*[^\s,;:]\.["”’']?$/u.test(text)) return 'form';
  return pointsElsewhere(text) || addressesReader(text) || isPersonal(text) || isOrder(text) ? 'form' : null;
}

function findForeignNumber(text: string, passage: string): string | null {
  const known = new Set(listWords(passage).map((word) => word.replaceAll(',', '')));
  const foreign = listWords(text).some(
    (word) => (/\d/u.test(word) || NUMBER_WORDS.includes(word)) && !known.has(word.replaceAll(',', '')),
  );
  return foreign ? 'number' : null;
}

/** A word with a capital that is not the sentence's, or with capitals inside. */
function findForeignName(text: string, context: string): string | null {
  const known = new Set(listWords(context));
  const names = [
    ...text.matchAll(/(?<=[\p{L}\p{M}\d,;:)"”’] ["“'‘(]?)\p{Lu}[\p{L}\p{M}\d]*|\b\p{L}+\p{Lu}[\p{L}\d]*/gu),
  ];
  return names.some(([name]) => listWords(name).some((word) => !known.has(word))) ? 'name' : null;
}

/** The fewest neighbouring sentences that hold most of the words. */
function findBestQuote(stems: ReadonlySet<string>, passage: string): string | undefined {
  const sentences = splitSentences(passage);
  let best: string | undefined;
  let most = 0;
  for (let count = 1; count <= MOST_QUOTED_SENTENCES; count += 1) {
    for (let at = 0; at + count <= sentences.length; at += 1) {
      const quote = passage.slice(sentences[at]?.startOffset, sentences[at + count - 1]?.endOffset);
      // A longer quotation must hold clearly more of the words to be worth its length.
      const share = containment(stems, contentStems(quote)) - 0.12 * (count - 1);
      if (share > most) {
        best = quote;
        most = share;
      }
    }
  }
  return best;
}

/** Whether one of the two denies; of several quoted sentences one may deny something else. */
function denies(text: string, quote: string): boolean {
  if (DENIAL.test(text)) return !DENIAL.test(quote);
  return DENIAL.test(quote) && splitSentences(quote).length === 1;
}

/** "Rises" where the passage has "falls" and not "rises". */
function turnsRound(text: string, quote: string): boolean {
  const said = new Set(listWords(text));
  const written = new Set(listWords(quote));
  return OPPOSITE_WORDS.some(
    ([one, other]) =>
      (said.has(one) && !written.has(one) && written.has(other)) ||
      (said.has(other) && !written.has(other) && written.has(one)),
  );
}

/** Words whose exchange turns a statement round. */
const OPPOSITE_WORDS: readonly (readonly [string, string])[] = [
  'increase decrease',
  'increases decreases',
  'increased decreased',
  'rise fall',
  'rises falls',
  'rose fell',
  'raise lower',
  'raises lowers',
  'raised lowered',
  'more less',
  'more fewer',
  'most least',
  'higher lower',
  'faster slower',
  'larger smaller',
  'greater smaller',
  'longer shorter',
  'stronger weaker',
  'strengthens weakens',
  'improves worsens',
  'gain lose',
  'gains loses',
  'gained lost',
  'absorbs releases',
  'stores releases',
  'attract repel',
  'attracts repels',
  'accelerates slows',
  'allow prevent',
  'allows prevents',
  'allowed banned',
  'before after',
  'first last',
  'always never',
  'above below',
  'older newer',
  'early late',
  'with without',
  'cheap expensive',
  'cheaper dearer',
  'hot cold',
  'possible impossible',
  'legal illegal',
  'positive negative',
  'maximum minimum',
].map((pair) => pair.split(' ') as [string, string]);
