import { checkQuestion, checkSet } from '#contract/question-rules/checks/check-question.ts';
import type { CheckedQuestion } from '#contract/question-rules/checks/checked-question.ts';
import { tidyStem } from '#contract/question-rules/stem-parts.ts';
import type { Evidence } from '#server/language/lesson-text.ts';
import { usesOrderWord } from '#server/ai/language-model/order-words.ts';
import { findForeignMatter, speaksToModel } from '#server/ai/language-model/plain-text.ts';
import { anchorQuote } from '#server/ai/language-model/anchor-quote.ts';
import { essayDrafts, promptForEssays, type EssayDraft, type QuestionToWrite } from './author/prompts.ts';
import { findForeignStem } from './check-form.ts';
import { describeAsked } from './describe-asked.ts';
import type { WritingTask } from './plan-tasks.ts';
import { essayReadingSchema, promptForEssayReading } from './reader.ts';
import { listAsked, takeWritten } from './write-choice.ts';
import type { Workshop } from './write-choice.ts';
import { writeWithRepair, type TaskResult, type Verdict, type Written } from './write-with-repair.ts';

const OUTPUT_TOKENS_PER_QUESTION = 2_500;
const LONGEST_QUESTION = 900;
const LONGEST_POINT = 400;
const FEWEST_POINTS = 2;
const MOST_POINTS = 5;

interface Point {
  readonly point: string;
  readonly evidence: Evidence;
}

/** Writes essay questions with key points and rubrics, judges each, and repairs them once. */
export const writeEssays = (tasks: readonly WritingTask[], workshop: Workshop): Promise<TaskResult[]> =>
  writeWithRepair<EssayDraft>(
    tasks,
    (questions) => askForDrafts(questions, workshop),
    (drafts) => Promise.all(drafts.map(({ draft, task }) => examine(draft, task, workshop))),
  );

async function askForDrafts(
  questions: readonly QuestionToWrite<EssayDraft>[],
  workshop: Workshop,
): Promise<Written<EssayDraft>[]> {
  const { session, generator, lesson, difficulty } = workshop;
  const answer = await session.ask((signal) =>
    generator.generateObject({
      ...promptForEssays({ lesson, questions, difficulty, asked: listAsked(questions, workshop) }),
      schema: essayDrafts,
      maxOutputTokens: OUTPUT_TOKENS_PER_QUESTION * questions.length,
      signal,
    }),
  );
  return takeWritten(questions, answer?.object, workshop);
}

async function examine(draft: EssayDraft, task: WritingTask, workshop: Workshop): Promise<Verdict> {
  const text = tidyStem(draft.question);
  const foreign = findForeignStem(text, LONGEST_QUESTION);
  if (foreign !== null) return { repairs: [`The question: ${foreign}`] };
  const said = [
    text,
    ...draft.key_points.map(({ point }) => point),
    ...draft.rubric.map(({ criterion }) => criterion),
  ];
  if (usesOrderWord(said.join('\n'), workshop.orderWords)) return { repairs: [] };
  const points = keepAnchored(draft, task);
  if (points.length < FEWEST_POINTS)
    return { repairs: ['At least two key points need a quote copied exactly from the material.'] };
  const { session, generator, lesson, levels, known } = workshop;
  const answer = await session.ask((signal) =>
    generator.generateObject({
      ...promptForEssayReading({
        lesson,
        stretch: task.stretch,
        question: text,
        points: points.map(({ point }) => point),
      }),
      schema: essayReadingSchema(lesson.outcomes.length > 0),
      maxOutputTokens: OUTPUT_TOKENS_PER_QUESTION,
      signal,
    }),
  );
  if (answer === null) return { repairs: [] };
  const reading = answer.object;
  const sound = points.filter((_, index) => {
    const judged = reading.points.find(({ number }) => number === index + 1);
    return judged?.follows === true && judged.answers;
  });
  const [first] = sound;
  if (first === undefined || sound.length < FEWEST_POINTS)
    return {
      repairs: [
        'An examiner found that the key points do not follow from the material or do not answer the question.',
      ],
    };
  if (reading.refers_to_material)
    return { repairs: ['The question cannot be understood without the material. Name what it is about.'] };
  if (levels.size > 0 && !levels.has(reading.level))
    return {
      repairs: [`It asks students to ${reading.level}; the level wanted is ${task.levels.join(' or ')}.`],
    };
  const checked: CheckedQuestion = { text, type: 'essay', options: [], quote: first.evidence.quote };
  const repeats = (checkSet([...known, checked]).at(-1) ?? []).filter(
    ({ code }) => code === 'duplicate_stem',
  );
  if (repeats.length > 0) return { repairs: [] };
  const flaws = checkQuestion(checked);
  return {
    repairs: [],
    candidate: {
      question: {
        text,
        type: 'essay',
        options: [],
        blooms_taxonomy: reading.level,
        difficulty: reading.difficulty,
        outcome: lesson.outcomes.find(({ short_name: name }) => name === reading.outcome)?.short_name ?? null,
        explanation: first.evidence.quote,
        evidence: first.evidence,
        key_points: sound.map(({ point }) => point),
        rubric: tellRubric(draft, sound),
        flaws,
      },
      score: 0.8 - 0.06 * flaws.length,
      asked: describeAsked(draft),
      isSlight: false,
    },
  };
}

/** Points whose quote is in the material, at most five. */
function keepAnchored({ key_points: drafts }: EssayDraft, { stretch }: WritingTask): Point[] {
  return drafts.slice(0, MOST_POINTS).flatMap(({ point: written, quote }) => {
    const point = written.trim();
    const evidence = anchorQuote(quote, stretch.passages);
    const isUsable =
      findForeignMatter(point, LONGEST_POINT) === null &&
      evidence !== undefined &&
      !speaksToModel(evidence.quote);
    return isUsable ? [{ point, evidence }] : [];
  });
}

/** The writer's rubric, or one made of the checked points where the writer's cannot be used. */
function tellRubric({ rubric }: EssayDraft, points: readonly Point[]): string {
  const criteria = rubric
    .slice(0, 6)
    .filter(
      ({ points: worth, criterion }) =>
        Number.isInteger(worth) &&
        worth >= 1 &&
        worth <= 10 &&
        findForeignMatter(criterion.trim(), LONGEST_POINT) === null,
    )
    .map(({ points: worth, criterion }) => ({ worth, text: criterion.trim() }));
  const used =
    criteria.length >= 2
      ? criteria
      : points.map(({ point }) => ({ worth: 2, text: `States this: ${point}` }));
  const total = used.reduce((sum, { worth }) => sum + worth, 0);
  return [
    `Total: ${total} points.`,
    ...used.map(({ worth, text }) => `${worth} ${worth === 1 ? 'point' : 'points'}: ${text}`),
  ].join('\n');
}
