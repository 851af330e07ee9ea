import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { tidyStem } from '#contract/question-rules/stem-parts.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import type { Evidence } from '#server/language/lesson-text.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { usesOrderWord } from '#server/ai/language-model/order-words.ts';
import { findForeignMatter, speaksToModel } from '#server/ai/language-model/plain-text.ts';
import type { Stretch } from '#server/ai/language-model/stretches.ts';
import type { Difficulty } from '#contract/quizzes.ts';
import { anchorQuote } from '#server/ai/language-model/anchor-quote.ts';
import {
  choiceDrafts,
  promptForChoices,
  type ChoiceDraft,
  type EssayDraft,
  type QuestionToWrite,
  type Refused,
} from './author/prompts.ts';
import { describeAsked, describeIdea } from './describe-asked.ts';
import type { PromptLesson } from './show-lesson.ts';
import { inNumericOrder, listFormProblems, tidyOptions } from './check-form.ts';
import type { ModelSession } from '#server/ai/language-model/model-session.ts';
import type { WritingTask } from './plan-tasks.ts';
import { seedOfText } from '../seeds.ts';
import {
  writeWithRepair,
  type TaskDraft,
  type TaskResult,
  type Verdict,
  type Written,
} from './write-with-repair.ts';
import { judgeReading } from './judge-reading.ts';
import { readChoices, type ReadResult } from './reader.ts';
import { applyRewordings } from './rewordings.ts';

export interface KnownQuestion extends CheckedQuestion {
  /** What it asks about, on one line. */
  readonly asked: string;
}

/** What one run of the writer shares between its tasks. */
export interface Workshop {
  readonly generator: ObjectGenerator;
  readonly session: ModelSession;
  readonly lesson: PromptLesson;
  readonly difficulty?: Difficulty | undefined;
  /** The request's levels; empty for every level. What is found to be another one is then refused. */
  readonly levels: ReadonlySet<string>;
  /** Words that only instructions in the lesson use. */
  readonly orderWords: ReadonlySet<string>;
  /** Questions that exist already, those of this run included. */
  readonly known: readonly KnownQuestion[];
  /** Ideas that this run asked about on each stretch, including those of discarded questions. */
  readonly tried: Map<Stretch, string[]>;
  readonly seed: number;
}

const OUTPUT_TOKENS_PER_QUESTION = 2_000;
const LONGEST_EXPLANATION = 600;
const MOST_QUOTES = 2;
/** Each flaw of form costs this much rank. */
const FLAW_COST = 0.06;

/** Writes multiple-choice questions in one call, judges them in another, and repairs them once. */
export const writeChoices = (tasks: readonly WritingTask[], workshop: Workshop): Promise<TaskResult[]> =>
  writeWithRepair<ChoiceDraft>(
    tasks,
    (questions) => askForDrafts(questions, workshop),
    (drafts) => examine(drafts, workshop),
  );

async function askForDrafts(
  questions: readonly QuestionToWrite<ChoiceDraft>[],
  workshop: Workshop,
): Promise<Written<ChoiceDraft>[]> {
  const { session, generator, lesson, difficulty } = workshop;
  const answer = await session.ask((signal) =>
    generator.generateObject({
      ...promptForChoices({ lesson, questions, difficulty, asked: listAsked(questions, workshop) }),
      schema: choiceDrafts,
      maxOutputTokens: OUTPUT_TOKENS_PER_QUESTION * questions.length,
      signal,
    }),
  );
  return takeWritten(questions, answer?.object, workshop).map((written, index) =>
    keepWhatIsRight(questions[index]?.refused, written),
  );
}

/** If only some wrong answers were to be replaced, nothing else changes. */
function keepWhatIsRight(
  refused: Refused<ChoiceDraft> | undefined,
  written: Written<ChoiceDraft>,
): Written<ChoiceDraft> {
  if (refused?.faultyAnswers === undefined || written === undefined || written === 'unfit') return written;
  const { draft, faultyAnswers } = refused;
  return {
    ...draft,
    wrong_answers: draft.wrong_answers.map((answer, place) =>
      faultyAnswers.includes(place) ? (written.wrong_answers[place] ?? answer) : answer,
    ),
  };
}

/** The written question for each request, by its number. */
export function takeWritten<Draft extends ChoiceDraft | EssayDraft>(
  requests: readonly QuestionToWrite<Draft>[],
  answer: { readonly nothing_to_ask: readonly number[]; readonly questions: readonly Draft[] } | undefined,
  { tried }: Workshop,
): Written<Draft>[] {
  return requests.map(({ task }, index) => {
    const draft = answer?.questions.find(({ number }) => number === index + 1);
    if (draft === undefined) return answer?.nothing_to_ask.includes(index + 1) === true ? 'unfit' : undefined;
    tried.set(task.stretch, [...(tried.get(task.stretch) ?? []), describeIdea(draft)]);
    return draft;
  });
}

/** What the lesson's other questions ask about: known ones, and ideas that this run has tried, on the same stretches last. */
export function listAsked(
  questions: readonly QuestionToWrite<ChoiceDraft | EssayDraft>[],
  { known, tried }: Workshop,
): string[] {
  const stretches = new Set(questions.map(({ task }) => task.stretch));
  const isOn = (quote: string | null): boolean =>
    quote !== null &&
    [...stretches].some(({ passages }) => passages.some(({ text }) => text.includes(quote)));
  const [near = [], far = []] = [true, false].map((wanted) =>
    known.filter(({ quote }) => isOn(quote) === wanted).map(({ asked }) => asked),
  );
  const repaired = questions.map(({ refused }) => refused && describeIdea(refused.draft));
  const ideas = new Set([...stretches].flatMap((stretch) => tried.get(stretch) ?? []));
  const isListed = (idea: string): boolean => known.some(({ asked }) => asked.startsWith(idea));
  return [...far, ...near, ...[...ideas].filter((idea) => !repaired.includes(idea) && !isListed(idea))];
}

/** A draft that passed the checks of form, evidence and novelty. */
interface Examined {
  readonly draft: ChoiceDraft;
  readonly task: WritingTask;
  readonly checked: CheckedQuestion;
  readonly evidence: Evidence;
}

interface Bench extends Workshop {
  /** All questions but the one that is judged. */
  readonly others: readonly CheckedQuestion[];
}

/** Checks form and evidence by rules, and everything else by one blind call to the reader. */
async function examine(drafts: readonly TaskDraft<ChoiceDraft>[], workshop: Workshop): Promise<Verdict[]> {
  const { session, generator, lesson, seed } = workshop;
  const known: CheckedQuestion[] = [...workshop.known];
  const checked = drafts.map((one) => {
    const result = checkByRules(one, workshop, known);
    if ('checked' in result) known.push(result.checked);
    return result;
  });
  const passed = checked.filter((result) => 'checked' in result);
  const answer =
    passed.length === 0
      ? null
      : await session.ask((signal) =>
          readChoices(generator, {
            lesson,
            questions: passed.map(({ task, checked: { text, options } }) => ({
              stretch: task.stretch,
              stem: text,
              options: options.map((option) => option.text),
              seed: seed + seedOfText(text),
            })),
            signal,
          }),
        );
  return checked.map((result) => {
    if (!('checked' in result)) return result;
    const reading = answer?.readings[passed.indexOf(result)];
    if (reading === undefined) return { repairs: [] };
    const others = known.filter((question) => question !== result.checked);
    return judge(result, reading, { ...workshop, others });
  });
}

function checkByRules(
  { draft, task }: TaskDraft<ChoiceDraft>,
  { orderWords }: Workshop,
  known: readonly CheckedQuestion[],
): Examined | Verdict {
  const stem = tidyStem(draft.question);
  const options = tidyOptions([
    draft.right_answer,
    ...draft.wrong_answers.slice(0, 3).map(({ text }) => text),
  ]);
  if (usesOrderWord([stem, ...options, draft.explanation].join('\n'), orderWords)) return { repairs: [] };
  const repairs = listFormProblems(stem, options);
  const quoted = draft.quotes.slice(0, MOST_QUOTES).map((quote) => anchorQuote(quote, task.stretch.passages));
  const [evidence, further] = quoted;
  if (evidence === undefined || quoted.some((found) => found === undefined || speaksToModel(found.quote)))
    repairs.push('A quote is not in the material. Copy one or two sentences character for character.');
  if (repairs.length > 0 || evidence === undefined) return { repairs };
  const checked: CheckedQuestion = {
    text: stem,
    type: 'multiple_choice',
    options: options.map((text, index) => ({ text, is_correct: index === 0 })),
    quote: evidence.quote,
  };
  const repeats = (checkSet([...known, checked]).at(-1) ?? []).some(
    ({ code }) => code === 'duplicate_stem' || code === 'same_fact',
  );
  if (repeats) return { repairs: [] };
  const isSame = further === undefined || further.quote === evidence.quote;
  return { draft, task, checked, evidence: isSame ? evidence : { ...evidence, further } };
}

function judge(examined: Examined, reading: ReadResult, bench: Bench): Verdict {
  const { lesson, levels, seed } = bench;
  const { isRefused, isSlight, isGuessable, repairs, faultyOptions, score } = judgeReading(
    reading,
    0,
    examined.checked.options.map(({ text }) => text),
  );
  const faultyAnswers = faultyOptions?.map((index) => index - 1);
  const needsCase = isGuessable && (levels.size === 0 || levels.has('apply'));
  if (isRefused) return { repairs, faultyAnswers, needsCase };
  if (levels.size > 0 && !levels.has(reading.level))
    return {
      repairs: [
        ...repairs,
        `It asks students to ${reading.level}; the level wanted is ${examined.task.levels.join(' or ')}.`,
      ],
    };
  const { draft, checked, evidence } = reword(examined, reading.rewordings, bench);
  const flaws = listFlaws(checked);
  const explanation = draft.explanation.trim();
  return {
    repairs,
    faultyAnswers,
    candidate: {
      question: {
        ...checked,
        type: 'multiple_choice',
        options: placeOptions(checked.options, seed + seedOfText(checked.text)),
        blooms_taxonomy: reading.level,
        difficulty: reading.difficulty,
        outcome: lesson.outcomes.find(({ short_name: name }) => name === reading.outcome)?.short_name ?? null,
        explanation:
          findForeignMatter(explanation, LONGEST_EXPLANATION) === null ? explanation : evidence.quote,
        evidence,
        key_points: [],
        rubric: null,
        flaws,
      },
      score: Math.max(0.05, score - FLAW_COST * flaws.length),
      asked: describeAsked(draft),
      isSlight,
    },
  };
}

const listFlaws = (checked: CheckedQuestion): ReturnType<typeof checkQuestion> =>
  checkQuestion({ ...checked, options: inNumericOrder(checked.options) });

/** The question with an examiner's rewordings, or as it was if they break a rule or bring a flaw. */
function reword(examined: Examined, rewordings: ReadResult['rewordings'], bench: Bench): Examined {
  const draft = applyRewordings(examined.draft, rewordings);
  const result = checkByRules({ draft, task: examined.task }, bench, bench.others);
  if (!('checked' in result)) return examined;
  const before = new Set(listFlaws(examined.checked).map(({ code }) => code));
  return listFlaws(result.checked).some(({ code }) => !before.has(code)) ? examined : result;
}

/** Shuffled, so that the first answer in the bank is not always right; numbers in order. */
function placeOptions(options: CheckedQuestion['options'], seed: number): CheckedQuestion['options'] {
  const ordered = inNumericOrder(options);
  const isOrdered = ordered.some((option, index) => option !== options[index]);
  return isOrdered ? ordered : shuffle(options, createRandom(seed));
}
