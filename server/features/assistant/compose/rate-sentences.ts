import { containment, contentStems } from '#contract/question-rules/words.ts';
import { describeContext, type JudgeAnswers } from '#server/ai/answer-judge.ts';
import { TextEmbedderUnavailableError } from '#server/ai/text-embedder.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import { weighedShare, type WordWeights } from './compare-words.ts';
import { fitKind } from './kind-fit.ts';
import type { AnswerSentence } from './list-sentences.ts';
import type { Question } from './read-question.ts';

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
 * heading and the passage they are in.
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
function meaningText(sentence: AnswerSentence): string {
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

/** Each costs some milliseconds; lower ranks hardly ever answer. */
const JUDGED_SENTENCES = 10;
/** What the judge is surest of outweighs a sentence that is a little nearer in words and meaning. */
const WEIGHT = 2.4;

/**
 * Lets a model read the likeliest sentences together with the question, and puts what answers it before what is only about
 * the same. The rating is given back as it was while there is no model.
 * @throws what `judge` throws, except `TextEmbedderUnavailableError`
 */
export async function judgeSentences(
  rating: Rating,
  question: Question,
  judge: JudgeAnswers | undefined,
  signal?: AbortSignal,
): Promise<Rating> {
  if (judge === undefined || !rating.byMeaning) return rating;
  const looked = rating.sentences
    .filter(({ sentence }) => sentence.use !== 'question')
    .slice(0, JUDGED_SENTENCES);
  const odds = await oddsOf(judge, looked);
  if (odds === undefined) return rating;
  const judged = new Map(looked.map(({ sentence }, index) => [sentence, odds[index] ?? 0]));
  const least = looked.reduce((low, { worth }) => Math.min(low, worth), Number.POSITIVE_INFINITY);
  const weigh = (rated: RatedSentence): RatedSentence => {
    const own = judged.get(rated.sentence);
    // What was not looked at stays behind what was.
    return own === undefined
      ? { ...rated, worth: Math.min(rated.worth, least) }
      : { ...rated, odds: own, worth: rated.worth + WEIGHT * probability(own) };
  };
  return {
    ...rating,
    surest: odds.length === 0 ? undefined : Math.max(...odds),
    sentences: rating.sentences.map(weigh).toSorted((one, other) => other.worth - one.worth),
  };

  async function oddsOf(judge: JudgeAnswers, rated: readonly RatedSentence[]): Promise<number[] | undefined> {
    const following = new Map(
      rating.sentences.flatMap(({ sentence }) =>
        sentence.previous === undefined ? [] : [[sentence.previous, sentence] as const],
      ),
    );
    try {
      return await judge(
        question.text,
        rated.map(({ sentence }) => ({
          sentence: sentence.text,
          context: describeContext(
            sentence.passage.heading ?? sentence.passage.lessonTitle,
            sentence.previous,
            following.get(sentence),
          ),
        })),
        signal,
      );
    } catch (error) {
      if (error instanceof TextEmbedderUnavailableError) return undefined;
      throw error;
    }
  }
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
