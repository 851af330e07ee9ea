import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { tidyStem } from '#contract/question-rules/stem-parts.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { usesOrderWord } from '#server/language-model/order-words.ts';
import { findForeignMatter, speaksToModel } from '#server/language-model/plain-text.ts';
import type { Difficulty } from './compose/composed-question.ts';
import { anchorQuote } from '#server/language-model/anchor-quote.ts';
import { choiceDraft, promptForChoice, type ChoiceDraft, type PromptLesson } from './author/prompts.ts';
import { inNumericOrder, listFormProblems, tidyOptions } from './check-form.ts';
import type { ModelSession } from '#server/language-model/model-session.ts';
import type { WritingTask } from './plan-tasks.ts';
import { seedOfText } from '../seeds.ts';
import { writeWithRepair, type JudgedQuestion, type Refused, type Verdict } from './write-with-repair.ts';
import { judgeReading, readChoice } from './reader.ts';

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
  readonly known: readonly CheckedQuestion[];
  readonly seed: number;
}

const MAXIMUM_OUTPUT_TOKENS = 2_000;
const LONGEST_EXPLANATION = 600;
/** Each flaw of form costs this much rank. */
const FLAW_COST = 0.06;

/**
 * Has the model write one multiple-choice question and judges it, with one repair.
 * @returns undefined when both attempts fail or the model cannot be used
 */
export const writeChoice = (task: WritingTask, workshop: Workshop): Promise<JudgedQuestion | undefined> =>
  writeWithRepair<ChoiceDraft>(
    (refused) => askForDraft(task, workshop, refused),
    (draft) => examine(draft, task, workshop),
  );

async function askForDraft(
  task: WritingTask,
  workshop: Workshop,
  refused?: Refused<ChoiceDraft>,
): Promise<ChoiceDraft | null> {
  const { session, generator, lesson, difficulty } = workshop;
  const answer = await session.ask((signal) =>
    generator.generateObject({
      ...promptForChoice({ lesson, task, difficulty, asked: listAsked(task, workshop), refused }),
      schema: choiceDraft,
      maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
      signal,
    }),
  );
  return answer?.object ?? null;
}

/** Stems of known questions that rest on the task's stretch. */
export const listAsked = ({ stretch }: WritingTask, { known }: Workshop): string[] =>
  known
    .filter(({ quote }) => quote !== null && stretch.passages.some(({ text }) => text.includes(quote)))
    .map(({ text }) => text);

/** Form and evidence by rules, since those are certain; everything else by meaning, blind. */
async function examine(draft: ChoiceDraft, task: WritingTask, workshop: Workshop): Promise<Verdict> {
  const stem = tidyStem(draft.question);
  const options = tidyOptions([
    draft.right_answer,
    ...draft.wrong_answers.slice(0, 3).map(({ text }) => text),
  ]);
  const problems = listFormProblems(stem, options);
  if (usesOrderWord([stem, ...options, draft.explanation].join('\n'), workshop.orderWords))
    problems.push('It uses words of an instruction in the material. Ask about the subject.');
  const evidence = anchorQuote(draft.quote, task.stretch.passages);
  if (evidence === undefined || speaksToModel(evidence.quote))
    problems.push('The quote is not in the material. Copy one or two sentences character for character.');
  if (problems.length > 0 || evidence === undefined) return { problems };
  const checked: CheckedQuestion = {
    text: stem,
    type: 'multiple_choice',
    options: options.map((text, index) => ({ text, is_correct: index === 0 })),
    quote: evidence.quote,
  };
  const repeats = (checkSet([...workshop.known, checked]).at(-1) ?? []).filter(
    ({ code }) => code === 'duplicate_stem' || code === 'same_fact',
  );
  if (repeats.length > 0) return { problems: ['This has been asked already. Ask about another idea.'] };
  const { session, generator, lesson, levels, seed } = workshop;
  const reading = await session.ask(async (signal) => {
    const result = await readChoice(generator, {
      lesson,
      stretch: task.stretch,
      stem,
      options,
      seed: seed + seedOfText(stem),
      signal,
    });
    return result ?? { inputTokens: 0, outputTokens: 0 };
  });
  if (reading === null || !('right' in reading)) return { problems: [] };
  const judgement = judgeReading(reading, 0, options);
  if (judgement.problems.length > 0) return { problems: judgement.problems };
  if (levels.size > 0 && !levels.has(reading.level))
    return { problems: [`It asks students to ${reading.level}; the level wanted is ${task.level}.`] };
  const flaws = checkQuestion({ ...checked, options: inNumericOrder(checked.options) });
  const explanation = draft.explanation.trim();
  return {
    problems: judgement.blemishes,
    candidate: {
      question: {
        ...checked,
        type: 'multiple_choice',
        options: placeOptions(checked.options, seed + seedOfText(stem)),
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
      score: Math.max(0.05, judgement.score - FLAW_COST * flaws.length),
    },
  };
}

/** Shuffled, so that whoever browses the bank does not learn that the first answer is right; numbers in order. */
function placeOptions(options: CheckedQuestion['options'], seed: number): CheckedQuestion['options'] {
  const ordered = inNumericOrder(options);
  const isOrdered = ordered.some((option, index) => option !== options[index]);
  return isOrdered ? ordered : shuffle(options, createRandom(seed));
}
