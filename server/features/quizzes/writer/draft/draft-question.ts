import type { AnswerWeight, StatementWriter, WordedQuestion } from '#server/ai/statement-writer.ts';
import { listWords } from '#contract/question-rules/words.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import { tidyOptions } from '../check-form.ts';
import { listDraftFaults, listKeyFaults, type DraftWords } from './check-draft.ts';
import type { ChosenStatement } from './choose-statements.ts';
import { chooseKindred, listPhrasesOfForm, type LessonPhrases } from './kindred-phrases.ts';
import { keepDifferent } from './options-differ.ts';
import { scoreDraft, type DraftSignals } from './score-draft.ts';

export interface Draft extends DraftWords {
  readonly signals: DraftSignals;
  readonly score: number;
}

export interface DraftingTools {
  readonly writer: StatementWriter;
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly seed: number;
  readonly phrases: LessonPhrases;
}

/** The first is decoded greedily, the others are sampled. */
const CANDIDATES = 3;
const WRONG_ANSWERS = 3;
const MOST_REDRAWS = 3;
/** How much likelier (mean log-probability of its tokens) a phrase of the lesson must be to replace a written wrong answer. */
const KINDRED_LEAD = 1;

/** The best of three candidates about a statement; undefined if none can be shown. */
export async function draftQuestion(
  statement: ChosenStatement,
  tools: DraftingTools,
): Promise<Draft | undefined> {
  const { writer, signal, seed } = tools;
  const { asked } = statement;
  const worded = new Map<string, WordedQuestion>();
  for (let number = 0; number < CANDIDATES; number += 1) {
    const candidate = await writer.draft({
      statement: asked,
      seed: number === 0 ? undefined : seed + number,
      signal,
    });
    if (candidate === undefined) continue;
    const { question: stem, answer: key } = candidate;
    if (listKeyFaults({ stem, key }, asked).length > 0) continue;
    const words = listWords(`${stem} ${key}`).join(' ');
    if (!worded.has(words)) worded.set(words, candidate);
  }
  let best: Draft | undefined;
  for (const candidate of worded.values()) {
    const draft = await finish(candidate, statement, tools);
    if (draft !== undefined && draft.score > (best?.score ?? 0)) best = draft;
  }
  return best;
}

async function finish(
  candidate: WordedQuestion,
  statement: ChosenStatement,
  tools: DraftingTools,
): Promise<Draft | undefined> {
  const { writer, signal } = tools;
  const { asked, sentence } = statement;
  const { question, answer } = candidate;
  const wrong = await chooseWrong(candidate, statement, tools);
  if (wrong === undefined) return undefined;
  const [key = '', ...others] = tidyOptions([answer, ...wrong.texts]);
  const words = { stem: question, key, wrong: others };
  if (listDraftFaults(words, sentence.quote).length > 0) return undefined;
  const [letter = -Infinity] = await writer.weighLetters({
    statement: asked,
    question,
    options: [answer, ...wrong.texts],
    signal,
  });
  const signals = { margin: wrong.margin, letter };
  return { ...words, signals, score: scoreDraft(signals) };
}

/** Three different wrong answers: the likeliest among those that the model writes and similar phrases of the lesson. */
async function chooseWrong(
  { question, answer, wrong }: WordedQuestion,
  { asked }: ChosenStatement,
  { writer, embed, signal, seed, phrases }: DraftingTools,
): Promise<{ texts: string[]; margin: number } | undefined> {
  const ofForm = listPhrasesOfForm(answer, phrases);
  let written = wrong;
  for (let redraw = 0; ; redraw += 1) {
    const similarity = await createSimilarity([answer, ...written, ...ofForm], embed, signal);
    const kept = keepDifferent(answer, written, similarity);
    if (kept.length >= WRONG_ANSWERS || redraw === MOST_REDRAWS) {
      const kindred = chooseKindred(answer, ofForm, { statement: asked.statement, similarity });
      const options = keepDifferent(answer, [...kept.slice(0, WRONG_ANSWERS), ...kindred], similarity);
      if (options.length < WRONG_ANSWERS) return undefined;
      const [ofKey, ...weights] = await writer.weighAnswers({
        statement: asked,
        question,
        options: [answer, ...options],
        signal,
      });
      if (ofKey === undefined) return undefined;
      const weighed = options.flatMap((text, index) => {
        const weight = weights[index];
        return weight === undefined ? [] : [{ text, weight, isWritten: kept.includes(text) }];
      });
      const chosen = weighed.toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, WRONG_ANSWERS);
      return {
        texts: chosen.map(({ text }) => text),
        margin: ofKey.closed - Math.max(...chosen.map(({ weight }) => weight.closed)),
      };
    }
    const drawn = await writer.redrawWrong({
      statement: asked,
      question,
      answer,
      kept,
      seed: seed + redraw,
      signal,
    });
    written = [...kept, ...drawn];
  }
}

const rankOf = ({ weight, isWritten }: { weight: AnswerWeight; isWritten: boolean }): number =>
  isWritten ? weight.continued : weight.continued - KINDRED_LEAD;
