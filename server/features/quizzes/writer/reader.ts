import { z } from 'zod';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { createFence } from '#server/language-model/fence.ts';
import type { Stretch } from '#server/language-model/stretches.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { showMaterial, showOutcomes, type PromptLesson } from './author/prompts.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const LEVELS = ['remember', 'understand', 'apply', 'analyze'] as const;

const choiceReading = z.object({
  options: z
    .array(
      z.object({
        letter: z.string(),
        why: z.string().describe('why an expert would accept or reject it, in a few words'),
        right: z.boolean().describe('whether an expert would accept it as an answer to the question'),
      }),
    )
    .describe('each option on its own'),
  refers_to_material: z
    .boolean()
    .describe('whether the question cannot be understood without having the material at hand'),
  missing_condition: z
    .string()
    .nullable()
    .describe('a condition that the answer depends on and the question leaves out, or null'),
  unclear_wording: z
    .string()
    .nullable()
    .describe(
      'words of the question or of an option that can be misread, are awkward, or contradict what the question says, or null',
    ),
  implausible_option: z
    .string()
    .nullable()
    .describe('letter of a wrong option that hardly any student of the subject would choose, or null'),
  guessable: z
    .boolean()
    .describe(
      'whether somebody who never studied the subject would find the answer from the wording or common sense',
    ),
  worth_asking: z.boolean().describe('whether an instructor would want students to know this'),
  level: z
    .enum(LEVELS)
    .describe(
      'remember: a fact or term; understand: a reason, mechanism or meaning; apply: a new case decided by a rule; analyze: a relation, contrast or inference between ideas',
    ),
  difficulty: z.enum(['easy', 'medium', 'hard']).describe('for students who attended the lesson'),
  outcome: z.string().nullable().describe('short name of the outcome that the question tests, or null'),
});
export type ChoiceReading = z.infer<typeof choiceReading>;

/** What a reader is asked to judge. It is never told which option is meant to be right. */
interface ReadRequest {
  readonly lesson: PromptLesson;
  readonly stretch: Stretch;
  readonly stem: string;
  readonly options: readonly string[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a reader found, by the request's options: `right` in their order, `implausible` an index. */
interface ReadResult extends Omit<ChoiceReading, 'options' | 'implausible_option'> {
  readonly right: readonly boolean[];
  readonly implausible: number | null;
}

/** The prompt of {@link readChoice}; `order[place]` is the index of the option shown at that place. */
function promptForReading({ lesson, stretch, stem, options, seed }: ReadRequest): {
  system: string;
  prompt: string;
  order: readonly number[];
} {
  const fence = createFence();
  const order = shuffle([...options.keys()], createRandom(seed));
  const system = `You are an exacting examiner. You check one multiple-choice question against the course material it was written from, before it is given to students. You are not told which option is meant to be right, and there may be none, one or several.

${fence.explanation}

- Judge each option on its own: would an expert who knows the material accept it as a right answer to this question? An option that is true in itself but does not answer the question is not right. An option that is vaguer or less complete than another is right only if it could be defended before an appeal board.
- Where the question describes a new case, decide the case by the material's rules.
- Then judge the question as a whole, strictly.`;
  const shown = order.map((index, place) => `${LETTERS[place] ?? '?'}) ${options[index] ?? ''}`);
  const prompt = [
    'Material:',
    showMaterial(fence, lesson, stretch),
    ...showOutcomes(fence, lesson.outcomes),
    'Question:',
    fence.enclose([stem, ...shown].join('\n')),
    'Judge it.',
  ].join('\n\n');
  return { system, prompt, order };
}

const MAXIMUM_OUTPUT_TOKENS = 2_000;

/**
 * Has a model judge a question by its meaning, blind: which options are right, whether the question is complete, and what
 * it asks. The same question in text works for every service.
 * @returns undefined when the answer leaves out an option
 * @throws what `generator.generateObject` throws
 */
export async function readChoice(
  generator: Pick<ObjectGenerator, 'generateObject'>,
  request: ReadRequest,
): Promise<(ReadResult & { inputTokens: number; outputTokens: number }) | undefined> {
  const { order, ...prompt } = promptForReading(request);
  const { object, inputTokens, outputTokens } = await generator.generateObject({
    ...prompt,
    schema: choiceReading,
    maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
    signal: request.signal,
  });
  const { options: judged, implausible_option: oddLetter, ...rest } = object;
  const indexOf = (shown: string): number | undefined =>
    order[LETTERS.findIndex((letter) => shown.trim().toUpperCase().startsWith(letter))];
  const right = new Map(judged.map((option) => [indexOf(option.letter), option.right]));
  if (request.options.some((_, index) => !right.has(index))) return undefined;
  return {
    ...rest,
    right: request.options.map((_, index) => right.get(index) === true),
    implausible: oddLetter === null ? null : (indexOf(oddLetter) ?? null),
    inputTokens,
    outputTokens,
  };
}

const ESSAY_LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;

export const essayReading = z.object({
  points: z
    .array(
      z.object({
        number: z.number(),
        follows: z.boolean().describe('whether the point follows from the material'),
        answers: z.boolean().describe('whether the point belongs to an answer to the question'),
      }),
    )
    .describe('each point on its own'),
  refers_to_material: z
    .boolean()
    .describe('whether the question cannot be understood without having the material at hand'),
  level: z.enum(ESSAY_LEVELS).describe('what the question asks of students (revised Bloom taxonomy)'),
  difficulty: z.enum(['easy', 'medium', 'hard']).describe('for students who attended the lesson'),
  outcome: z.string().nullable().describe('short name of the outcome that the question tests, or null'),
});

interface EssayReadRequest {
  readonly lesson: PromptLesson;
  readonly stretch: Stretch;
  readonly question: string;
  readonly points: readonly string[];
}

/** Has an examiner judge an essay question and each of its key points by meaning. */
export function promptForEssayReading({ lesson, stretch, question, points }: EssayReadRequest): {
  system: string;
  prompt: string;
} {
  const fence = createFence();
  return {
    system: `You are an exacting examiner. You check one essay question and the points its model answer makes against the course material, before it is given to students.

${fence.explanation}`,
    prompt: [
      'Material:',
      showMaterial(fence, lesson, stretch),
      ...showOutcomes(fence, lesson.outcomes),
      'Question:',
      fence.enclose([question, ...points.map((point, index) => `${index + 1}. ${point}`)].join('\n')),
      'Judge it.',
    ].join('\n\n'),
  };
}

interface Judgement {
  /** Why the question is refused, in sentences that go back to its writer; empty when it passes. */
  readonly problems: readonly string[];
  /** What is worth one repair and otherwise costs rank. */
  readonly blemishes: readonly string[];
  /** 0 to 1, for the ranking of what passes. */
  readonly score: number;
}

const BEST_SCORE = 0.95;
const LOWEST_SCORE = 0.05;

/**
 * What a blind reading says about a question whose key is known. It is refused when an expert would not accept the key or
 * would accept another option. Everything else a reader finds is a matter of degree: it is repaired once, and costs rank.
 * @param keyIndex of the options that were read
 */
export function judgeReading(reading: ReadResult, keyIndex: number, options: readonly string[]): Judgement {
  const problems: string[] = [];
  if (reading.right[keyIndex] !== true)
    problems.push('An examiner did not accept the right answer: it does not follow from the material.');
  for (const [index, isRight] of reading.right.entries()) {
    if (isRight && index !== keyIndex) problems.push(`An examiner also accepts "${options[index] ?? ''}".`);
  }
  const blemishes: { readonly cost: number; readonly text: string }[] = [];
  if (reading.refers_to_material)
    blemishes.push({
      cost: 0.6,
      text: 'The question cannot be understood without the material. Name what it is about.',
    });
  if (isGiven(reading.missing_condition))
    blemishes.push({ cost: 0.3, text: `The question leaves out a condition: ${reading.missing_condition}.` });
  if (isGiven(reading.unclear_wording))
    blemishes.push({ cost: 0.3, text: `The wording is unclear or awkward: ${reading.unclear_wording}.` });
  if (reading.guessable)
    blemishes.push({
      cost: 0.4,
      text: 'Somebody who never studied the subject can guess the answer from the wording or by common sense.',
    });
  if (!reading.worth_asking)
    blemishes.push({
      cost: 0.5,
      text: 'It is not worth asking. Ask about an idea that matters in the subject.',
    });
  if (reading.implausible !== null && reading.implausible !== keyIndex)
    blemishes.push({
      cost: 0.15,
      text: `Hardly any student would choose "${options[reading.implausible] ?? ''}".`,
    });
  return {
    problems,
    blemishes: blemishes.map(({ text }) => text),
    score: Math.max(
      LOWEST_SCORE,
      blemishes.reduce((sum, { cost }) => sum - cost, BEST_SCORE),
    ),
  };
}

const isGiven = (text: string | null): text is string =>
  text !== null && !/^\W*(?:null|none|no|n\/a)?\W*$/iu.test(text);
