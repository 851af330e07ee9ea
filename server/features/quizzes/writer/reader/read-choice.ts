import { z } from 'zod';
import type { ObjectGenerator } from '../../../../ai/text-generator.ts';
import { createFence } from '../../../../language-model/fence.ts';
import { createRandom, shuffle } from '../../../../language/random.ts';
import { showMaterial, showOutcomes } from '../author/prompt-parts.ts';
import type { PromptLesson } from '../author/prompt-parts.ts';
import type { Stretch } from '../../../../language-model/stretches.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const LEVELS = ['remember', 'understand', 'apply', 'analyze'] as const;

export const choiceReading = z.object({
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
export interface ReadRequest {
  readonly lesson: PromptLesson;
  readonly stretch: Stretch;
  readonly stem: string;
  readonly options: readonly string[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a reader found, by the request's options: `right` in their order, `implausible` an index. */
export interface ReadResult extends Omit<ChoiceReading, 'options' | 'implausible_option'> {
  readonly right: readonly boolean[];
  readonly implausible: number | null;
}

/** The prompt of {@link readChoice}; `order[place]` is the index of the option shown at that place. */
export function promptForReading({ lesson, stretch, stem, options, seed }: ReadRequest): {
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
