import { z } from 'zod';
import { checkItem } from '../../../../items/checks/check-item.ts';
import { containment, contentStems, overlap } from '../../../../items/words.ts';
import type { Evidence } from '../../../language/lesson-text.ts';
import type { BloomLevel, ComposedQuestion } from '../compose/composed-question.ts';
import { shareOfPassage, rateItem } from './check-stem.ts';
import type { Verdict } from './check-stem.ts';
import { tellOutcomes } from './choice-prompts.ts';
import type { Attempted, Prompt } from './choice-prompts.ts';
import { createFence } from '../../../language-model/fence.ts';
import { findQuote } from './find-quote.ts';
import { ESSAY_DEMANDS, ESSAY_GUIDES } from './level-guides.ts';
import { tellPassage } from './passage-prompt.ts';
import type { PromptLesson } from './passage-prompt.ts';
import { findForeignMatter, speaksToModel } from '../../../language-model/plain-text.ts';
import type { Task } from './plan-tasks.ts';
import type { Workshop } from './workshop.ts';

const essayAnswer = z.object({
  items: z.array(
    z.object({
      number: z.number().describe('the number of the task'),
      prompt: z.string().describe('the essay question'),
      key_points: z
        .array(
          z.object({
            point: z.string().describe('what a good answer says, as a sentence'),
            quote: z.string().describe('the words of the passage that say so, copied exactly'),
          }),
        )
        .describe('two to four points'),
    }),
  ),
});
type EssayDraft = z.infer<typeof essayAnswer>['items'][number];

const MAXIMUM_OUTPUT_TOKENS = 4_000;
const MAXIMUM_PROMPT = 500;
const MAXIMUM_POINT = 300;
const MOST_POINTS = 5;
/** So much of a point's words must stand in the words it cites. */
const POINT_SUPPORT = 0.65;
/** What essays are told to do ("support your judgement with evidence") is most of their words. */
const PASSAGE_SHARE = 0.15;
/** To judge takes something to weigh; a term defined is a whole answer. */
const NEEDED_POINTS: Readonly<Partial<Record<BloomLevel, number>>> = {
  remember: 1,
  understand: 1,
  evaluate: 3,
};

/** Essay questions for a few tasks; what is refused is asked for once more, with the reasons. */
export async function writeModelEssays(tasks: readonly Task[], workshop: Workshop): Promise<void> {
  const refused = await askForEssays(tasks, workshop);
  if (refused.length === 0) return;
  await askForEssays(
    refused.map(({ task }) => task),
    workshop,
    refused,
  );
}

async function askForEssays(
  tasks: readonly Task[],
  workshop: Workshop,
  earlier: readonly Attempted<Task>[] = [],
): Promise<Attempted<Task>[]> {
  const reply = await workshop.session.ask({
    ...promptForEssays(workshop.lesson, tasks, earlier),
    schema: essayAnswer,
    maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
  });
  if (reply === null) return [];
  if (reply === 'cut_off') {
    if (tasks.length < 2) return [];
    const middle = Math.ceil(tasks.length / 2);
    return [
      ...(await askForEssays(tasks.slice(0, middle), workshop, earlier)),
      ...(await askForEssays(tasks.slice(middle), workshop, earlier)),
    ];
  }
  const refused: Attempted<Task>[] = [];
  for (const task of tasks) {
    const draft = reply.object.items.find(({ number }) => number === task.number);
    if (draft === undefined) continue;
    const verdict = checkEssay(draft, task, workshop);
    if (verdict.sound) workshop.shelf.accept(verdict.value, task);
    else refused.push({ task, attempt: tellDraft(draft), problems: verdict.problems });
  }
  return refused;
}

function checkEssay(draft: EssayDraft, task: Task, { bench, shelf }: Workshop): Verdict<ComposedQuestion> {
  const text = draft.prompt.trim();
  const foreign = findForeignMatter(text, MAXIMUM_PROMPT);
  if (foreign !== null) return { sound: false, problems: [`The prompt: ${foreign}`] };
  const points = keepSupported(draft, task);
  const [first] = points;
  const needed = NEEDED_POINTS[task.level] ?? 2;
  if (first === undefined || points.length < needed) {
    const problem = `It needs ${needed} key points or more, each in words of a sentence of the passage that is copied as its quote.`;
    return { sound: false, problems: [problem] };
  }
  const { evidence } = first;
  const item = { text, type: 'essay' as const, options: [], quote: evidence.quote };
  const problems = [
    ...checkItem(item, bench.source).map(({ message }) => message),
    ...shelf.listClashes(item),
  ];
  if (shareOfPassage(text, '', task.passage) < PASSAGE_SHARE)
    problems.push('The prompt does not ask about the passage.');
  const rating = rateItem(item, task, bench);
  if (!rating.sound) return { sound: false, problems: [...problems, ...rating.problems] };
  if (problems.length > 0) return { sound: false, problems };
  return {
    sound: true,
    value: {
      text,
      type: 'essay',
      blooms_taxonomy: rating.value.level,
      difficulty: rating.value.difficulty,
      outcome: null,
      explanation: evidence.quote,
      evidence,
      options: [],
      key_points: points.map(({ point }) => point),
      rubric: writeRubric(
        points.map(({ point }) => point),
        task.level,
      ),
      flaws: [],
    },
  };
}

interface SupportedPoint {
  readonly point: string;
  readonly evidence: Evidence;
}

/** Points that say what the passage says, each another thing. */
function keepSupported({ key_points: drafts }: EssayDraft, { passage }: Task): SupportedPoint[] {
  const kept: SupportedPoint[] = [];
  for (const { point: written, quote } of drafts.slice(0, MOST_POINTS)) {
    const point = written.trim();
    if (findForeignMatter(point, MAXIMUM_POINT) !== null) continue;
    const evidence = findQuote(quote, passage);
    if (evidence === undefined || speaksToModel(evidence.quote)) continue;
    const words = contentStems(point);
    if (words.size < 3 || containment(words, contentStems(evidence.quote)) < POINT_SUPPORT) continue;
    if (kept.some((other) => overlap(words, contentStems(other.point)) > 0.7)) continue;
    kept.push({ point, evidence });
  }
  return kept;
}

/** Made of the points that were checked, so that it asks for nothing that the lesson does not say. */
function writeRubric(points: readonly string[], level: BloomLevel): string {
  return [
    `Total: ${points.length * 2 + 2} points.`,
    ...points.map((point) => `2 points for this: ${point}`),
    `2 points when the answer ${ESSAY_DEMANDS[level]}.`,
    'Give 1 of 2 points where a statement is right but incomplete.',
  ].join('\n');
}

const tellDraft = (draft: EssayDraft): string =>
  [
    `Prompt: ${draft.prompt.slice(0, 600)}`,
    ...draft.key_points
      .slice(0, MOST_POINTS)
      .map(({ point, quote }) => `Point: ${point.slice(0, 300)}\nQuote: ${quote.slice(0, 500)}`),
  ].join('\n');

function promptForEssays(
  lesson: PromptLesson,
  tasks: readonly Task[],
  earlier: readonly Attempted<Task>[],
): Prompt {
  const fence = createFence();
  const system = `You write essay questions for the exam of a university course. For every task you write one question about its passage, with the points that a good answer makes.

${fence.explanation}

Rules:
- prompt: one task of 8 to 50 words in plain English that can be understood without the passage and has one aim. It names its subject; it does not say "this", "the passage" or "the lesson".
- key_points: two to four, three or more where the level is evaluate. Each point is a whole sentence in words of its quote; each quote is a whole sentence of that task's passage, copied character for character.
- Do what the level of the task asks for. Skip a task whose passage gives too little.
- Plain text: no HTML, no Markdown, no numbering.`;
  const parts = tasks.map((task) => {
    const attempted = earlier.find((attempt) => attempt.task.number === task.number);
    return [
      `Task ${task.number}. Level ${task.level}: ${ESSAY_GUIDES[task.level]}.`,
      fence.enclose(tellPassage(lesson, task.passage)),
      ...(attempted === undefined
        ? []
        : [
            'This was tried and refused, for the reasons given with it. Write another that avoids them:',
            fence.enclose(
              [attempted.attempt, ...attempted.problems.map((problem) => `Refused: ${problem}`)].join('\n'),
            ),
          ]),
    ].join('\n');
  });
  return { system, prompt: [...tellOutcomes(fence.enclose, lesson), ...parts].join('\n\n') };
}
