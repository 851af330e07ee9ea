import type { Embed } from '../../../language/lesson-text.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import { containment, contentStems } from '../../../../items/words.ts';
import type { AnswerSentence } from './answer-sentence.ts';
import { fitKind } from './kind-fit.ts';
import type { Question } from './read-question.ts';
import { weighedShare, type WordWeights } from './word-weights.ts';

/** A sentence with what speaks for it, each 0 to 1 (cosines may be a little below). */
export interface RatedSentence {
  readonly sentence: AnswerSentence;
  /** Share of the question's words that it holds, rarer words counting more. */
  readonly words: number;
  /** The same with the sentence before it and its heading. */
  readonly wordsAround: number;
  /** Cosine to the question; of shared words while there is no model. */
  readonly meaning: number;
  readonly fit: number;
  readonly worth: number;
  /** Log-odds that it answers the question; undefined where no model judged it. */
  readonly odds?: number;
}

export interface Rating {
  /** The best first. */
  readonly sentences: readonly RatedSentence[];
  /** False while the model that compares meanings is not there. */
  readonly byMeaning: boolean;
  /** Log-odds that the sentence of which the judge is surest answers; undefined where no model read them. */
  readonly surest: number | undefined;
  /** How alike two of the rated sentences are. */
  likeness(one: AnswerSentence, other: AnswerSentence): number;
  /** How near the question comes without one of its words, by stem; only of some words, and only by meaning. */
  meaningWithout(stem: string, sentence: AnswerSentence): number | undefined;
  /** How much of the question's meaning hangs on one of its words, by stem. */
  importanceOf(stem: string): number;
}

/** More sentences than this are not compared by meaning: each costs some milliseconds. */
const EMBEDDED_SENTENCES = 24;
/** However few words they share, the sentences of the best passages are looked at. */
const WHOLE_PASSAGES = 4;
/** The question is also read without one of these many words at a time. */
const REDUCED_WORDS = 6;

/**
 * Rates the sentences for a question by shared words, by meaning, by whether their form is what is asked for, and by the
 * heading and the passage they stand in.
 * @throws what `embed` throws, except `TextEmbedderUnavailableError` (words are then compared instead of meanings)
 */
export async function rateSentences(
  sentences: readonly AnswerSentence[],
  question: Question,
  weights: WordWeights,
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<Rating> {
  const rough = sentences
    .map((sentence) => ({
      sentence,
      ...readWords(sentence, question, weights),
      fit: fitKind(sentence, question),
    }))
    .map((each) => ({ ...each, rough: roughWorth(each, question.kind === 'steps') }))
    .toSorted((one, other) => other.rough - one.rough);
  const looked: (typeof rough)[number][] = [];
  for (const each of rough) {
    if (looked.length >= EMBEDDED_SENTENCES) break;
    // What the sentence is fit for is found out late: it costs more than the words.
    if (each.sentence.use !== 'unusable') looked.push(each);
  }
  const reduced = new Map(
    [...question.words]
      .slice(0, REDUCED_WORDS)
      .map(([stem, word]) => [stem, withoutWord(question.text, word)]),
  );
  const similarity = await createSimilarity(
    [question.text, ...reduced.values(), ...looked.map(({ sentence }) => meaningText(sentence))],
    embed,
    signal,
  );
  const rated = looked.map(({ sentence, words, wordsAround, fit, heading }): RatedSentence => {
    const meaning = similarity.between(question.text, meaningText(sentence));
    const passage = sentence.passage.similarity ?? (similarity.semantic ? 0.3 : 0);
    return {
      sentence,
      words,
      wordsAround,
      meaning,
      fit,
      worth:
        1.0 * words +
        0.35 * wordsAround +
        2.2 * meaning +
        0.5 * passage +
        fitWeight(question) * fit * (0.4 + 0.6 * Math.max(wordsAround, meaning)) +
        0.15 * heading +
        0.15 / (1 + sentence.passageRank),
    };
  });
  return {
    sentences: rated.toSorted((one, other) => other.worth - one.worth),
    byMeaning: similarity.semantic,
    surest: undefined,
    meaningWithout: (stem, sentence) => {
      const text = reduced.get(stem);
      return text === undefined || !similarity.semantic
        ? undefined
        : similarity.between(text, meaningText(sentence));
    },
    importanceOf: (stem) => {
      const text = reduced.get(stem);
      if (text === undefined) return 0;
      return similarity.semantic ? 1 - similarity.between(text, question.text) : weights.of(stem);
    },
    likeness: (one, other) => similarity.between(meaningText(one), meaningText(other)),
  };
}

/** The question as it would be without one of its words. */
function withoutWord(text: string, word: string): string {
  const at = text.toLowerCase().indexOf(word);
  return at < 0 ? text : `${text.slice(0, at)}${text.slice(at + word.length)}`.replace(/\s+/gu, ' ').trim();
}

/** What is compared by meaning: with the sentence before, where a pronoun would hide the subject. */
export function meaningText(sentence: AnswerSentence): string {
  const before = sentence.use === 'with_previous' ? sentence.previous : undefined;
  return before === undefined ? sentence.text : `${before.text} ${sentence.text}`;
}

function readWords(
  sentence: AnswerSentence,
  question: Question,
  weights: WordWeights,
): { words: number; wordsAround: number; heading: number } {
  const { stems } = question;
  const headingStems = contentStems(`${sentence.passage.heading ?? ''} ${sentence.passage.lessonTitle}`);
  const around = new Set([...sentence.stems, ...(sentence.previous?.stems ?? []), ...headingStems]);
  return {
    words: weighedShare(stems, sentence.stems, weights),
    wordsAround: weighedShare(stems, around, weights),
    heading: containment(stems, headingStems),
  };
}

function roughWorth(
  each: {
    sentence: AnswerSentence;
    words: number;
    wordsAround: number;
    fit: number;
  },
  isSteps: boolean,
): number {
  const { passageRank, passage } = each.sentence;
  return (
    each.words +
    0.5 * each.wordsAround +
    (isSteps ? 0.8 : 0.3) * each.fit +
    (passage.similarity ?? 0) +
    (passageRank < WHOLE_PASSAGES ? 0.5 : 0) +
    0.3 / (1 + passageRank)
  );
}

function fitWeight({ kind }: Question): number {
  switch (kind) {
    case 'definition':
      return 0.9;
    case 'number':
    case 'when':
    case 'who':
      return 0.5;
    case 'reason':
    case 'example':
    case 'comparison':
      return 0.4;
    case 'steps':
    case 'list':
    case 'where':
      return 0.25;
    case 'yes_no':
    case 'free':
      return 0;
  }
}
