import { z } from 'zod';
import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { seedOfText } from '#server/features/quizzes/seeds.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import type { ComposedQuestion } from '../compose/composed-question.ts';
import { checkProposedTerms, isInDictionary, proposeTerms } from './choose-siblings.ts';
import {
  chooseDrafts,
  draftQuestions,
  inNumberOf,
  type DraftOptions,
  type QuestionDraft,
} from './draft-questions.ts';

/** A finished question and how likely an instructor is to keep it: higher is better. */
export interface AssembledCandidate {
  readonly question: ComposedQuestion;
  readonly score: number;
  readonly form: string;
}

interface AssembleOptions extends DraftOptions {
  /** How many questions are wanted. */
  readonly count: number;
  /** Whether a draft may be asked: it fits the request, and nothing like it has been asked. */
  readonly isWanted?: (draft: QuestionDraft) => boolean;
  /** Called with each question that passed, as soon as it is finished. */
  readonly onCandidate: (candidate: AssembledCandidate) => Promise<void>;
}

/** So many drafts are read for each question wanted: reading costs a second, and one in three fails. */
const DRAFTS_PER_QUESTION = 1.8;

/**
 * Turns a lesson into multiple-choice questions with a small model that reads and never invents. Rules and the model find
 * the terms that the lesson explains; each question asks for a term or its meaning, and the wrong answers are other terms
 * of the same kind. The model proposes terms only where the lesson has too few, and answers each question once from the
 * passage before it is offered.
 * @returns how many questions passed
 * @throws what the generator throws, except `TextGeneratorOutputError`; what `onCandidate` throws
 */
export async function assembleQuestions(lesson: LessonText, options: AssembleOptions): Promise<number> {
  const { generator, signal, count, isWanted = () => true } = options;
  const drafts = (await draftQuestions(lesson, options)).filter(isWanted);
  let made = 0;
  for (const draft of chooseDrafts(drafts, Math.ceil(count * DRAFTS_PER_QUESTION))) {
    if (made >= count) break;
    signal?.throwIfAborted();
    if (draft.form === 'name') {
      const read = await readAnswer(draft.passage.text, draft.stem, generator, signal);
      if (!isSameAnswer(read, draft.key)) continue;
    }
    const distractors = await chooseDistractors(draft, lesson.title, options);
    if (!distractors) continue;
    made += 1;
    await options.onCandidate({
      question: finishQuestion(draft, distractors),
      score: draft.worth,
      form: draft.form,
    });
  }
  return made;
}

const DISTRACTORS = 3;
/** Above this, the model holds a wrong answer to be right as well: "macrophages" where "phagocytes" is the key. */
const MOST_LIKELY_RIGHT = 0.5;

const CHECKING_INSTRUCTIONS = 'You are an expert who checks quiz questions. Answer Yes or No.';

/**
 * The first three of a draft's pool that the model does not take for right answers. Where the lesson has too few terms of the
 * kind, the model proposes others. Undefined where three cannot be found.
 */
async function chooseDistractors(
  draft: QuestionDraft,
  title: string,
  options: DraftOptions,
): Promise<string[] | undefined> {
  const chosen: string[] = [];
  for (const text of draft.wanting ? await withProposed(draft, title, options) : draft.pool) {
    if (chosen.length === DISTRACTORS) break;
    if (!(await isRightAsWell(draft, text, options))) chosen.push(text);
  }
  return chosen.length === DISTRACTORS ? chosen : undefined;
}

async function isRightAsWell(
  { stem, key }: QuestionDraft,
  text: string,
  { generator, signal }: DraftOptions,
): Promise<boolean> {
  if (!generator.judgeYesNo) return false;
  const [probability = 0] = await generator.judgeYesNo({
    system: CHECKING_INSTRUCTIONS,
    prompt: `Question: ${stem}\nRight answer: ${key}`,
    questions: [`Would "${text}" also be a right answer to the question?`],
    ...(signal ? { signal } : {}),
  });
  return probability > MOST_LIKELY_RIGHT;
}

/** The lesson's nearest siblings first, then proposals that a dictionary has, then the rest. */
async function withProposed(
  draft: QuestionDraft,
  title: string,
  { generator, embed, signal }: DraftOptions,
): Promise<string[]> {
  const fact = draft.wanting;
  if (!fact) return [...draft.pool];
  const proposed = await proposeTerms(title, fact, generator, signal);
  const described = fact.meaning ?? fact.question;
  const similarity = await createSimilarity([...proposed, fact.term, described], embed, signal);
  const accepted = checkProposedTerms(fact, proposed, similarity)
    .map(({ term }) => upperInitial(inNumberOf(fact, term, undefined)))
    .filter((term) => !draft.pool.some((known) => known.toLowerCase() === term.toLowerCase()));
  return [
    ...draft.pool.slice(0, draft.nearCount),
    ...accepted.filter(isInDictionary),
    ...draft.pool.slice(draft.nearCount),
    ...accepted.filter((term) => !isInDictionary(term)),
  ];
}

const answerSchema = z.object({ answer: z.string() });
const READING_INSTRUCTIONS = `You answer a question from a passage in one to four words, in the words of the passage. If the passage does not answer it, the answer is "none".

Passage:
Key pins touch the key. Driver pins sit above them and block the plug until the key lifts them.
Question: Which pins of a lock block the plug until the key lifts them?
{"answer":"driver pins"}

Passage:
A premium is the sum that a policyholder pays for cover.
Question: Who bears the first part of each loss?
{"answer":"none"}`;

/**
 * Has the model answer a question from its passage without seeing any options. The model reads better than it writes: where
 * its answer is another one, the question is mostly unclear or its key wrong.
 */
async function readAnswer(
  passage: string,
  question: string,
  generator: ObjectGenerator,
  signal?: AbortSignal,
): Promise<string> {
  try {
    const { object } = await generator.generateObject({
      system: READING_INSTRUCTIONS,
      prompt: `Passage:\n${passage}\nQuestion: ${question}`,
      schema: answerSchema,
      maxOutputTokens: 24,
      ...(signal ? { signal } : {}),
    });
    return object.answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'TextGeneratorOutputError') return '';
    throw error;
  }
}

/** True when two answers name the same thing: "the driver pins" and "driver pins". */
function isSameAnswer(read: string, key: string): boolean {
  const one = contentStems(read);
  const other = contentStems(key);
  return (
    containment(other, one) === 1 ||
    (one.size > 0 && containment(one, other) === 1 && one.size * 2 >= other.size)
  );
}

/** Puts the options in order and adds what the instructor sees beside a question. */
function finishQuestion(draft: QuestionDraft, distractors: readonly string[]): ComposedQuestion {
  const { passage, quote, key } = draft;
  const texts = [key, ...distractors];
  const options = shuffle(texts, createRandom(seedOfText(draft.stem))).map((text) => ({
    text,
    is_correct: text === key,
  }));
  const checked = { text: draft.stem, type: 'multiple_choice' as const, options, quote };
  return {
    text: draft.stem,
    type: 'multiple_choice',
    blooms_taxonomy: draft.level,
    difficulty: estimateDifficulty(checked, draft.level).difficulty,
    outcome: null,
    explanation: quote,
    evidence: evidenceOfPassage(passage, quote),
    options,
    key_points: [],
    rubric: null,
    flaws: checkQuestion(checked),
  };
}
