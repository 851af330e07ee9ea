import { z } from 'zod';
import type { ObjectGenerator, TokenCount } from '#server/ai/text-generator.ts';
import { createFence } from '#server/ai/language-model/fence.ts';
import type { Stretch } from '#server/ai/language-model/stretches.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { showMaterials, showOutcomes, type PromptLesson } from './show-lesson.ts';

const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
const LEVELS = ['remember', 'understand', 'apply', 'analyze'] as const;

const OUTCOME = z.string().nullable().describe('short name of the outcome that the question tests, or null');

const choiceReading = z.object({
  number: z.number().describe('number of the question'),
  options: z
    .array(
      z.object({
        letter: z.string(),
        why: z.string().describe('why an expert would accept or reject it, in a few words'),
        right: z.boolean().describe('whether an expert would accept it as an answer to the question'),
      }),
    )
    .describe('each option on its own'),
  established: z
    .boolean()
    .describe(
      'whether the material itself, not only general knowledge, establishes which option is right; a conclusion that its rules allow counts, and so does the one standard reading of a formula that lost a symbol',
    ),
  refers_to_material: z
    .boolean()
    .describe('whether the question cannot be understood without having the material at hand'),
  missing_condition: z
    .string()
    .nullable()
    .describe('a condition without which an expert could not decide the question, or null'),
  ambiguity: z
    .string()
    .nullable()
    .describe(
      'words that a student who knows the subject could read in two ways with different answers, and both readings, naming options by their words and not by their letters; null for mere matters of style',
    ),
  unchosen_options: z
    .array(z.string())
    .describe(
      'letters of the wrong options that no student who attended would choose: contradicted or excluded by the question, of another kind than the rest, absurd, or off the subject',
    ),
  giveaway: z
    .string()
    .nullable()
    .describe(
      'what would lead someone who knows nothing of the subject to the right option more often than half the time, quoted (its form, a word of the question, common sense); null if finding it takes knowledge or reasoning',
    ),
  rewordings: z
    .array(
      z.object({
        from: z.string().describe('the words as they are, copied exactly'),
        to: z.string().describe('the better words, with the same meaning and no new hint'),
      }),
    )
    .describe(
      'up to three places of the question or its options that a strict editor would not print: stilted, misleading at first reading, or vaguer than the term of the course; mostly empty',
    ),
  worth: z
    .number()
    .describe(
      '3: an instructor would keep it in the exam, since it tests an idea that the course has to teach. 2: correct, but slight: a name that goes with a description, a detail, what school or everyday life teaches. 1: not worth asking',
    ),
  level: z
    .enum(LEVELS)
    .describe(
      'the highest that answering takes. remember: a fact or term; understand: a reason, mechanism or meaning; apply: a new case decided by a rule; analyze: a relation, contrast or inference between ideas',
    ),
  difficulty: z.enum(['easy', 'medium', 'hard']).describe('for students who attended the lesson'),
});
export type ChoiceReading = z.infer<typeof choiceReading> & { readonly outcome?: string | null };

/** Models fill in every field, so the schema has the outcome only if the course has outcomes. */
const choiceReadingSchema = (asksOutcome: boolean): z.ZodType<{ questions: ChoiceReading[] }> =>
  z.object({ questions: z.array(asksOutcome ? choiceReading.extend({ outcome: OUTCOME }) : choiceReading) });

/** A question to be judged. The reader is never told which option is meant to be right. */
interface QuestionToRead {
  readonly stretch: Stretch;
  readonly stem: string;
  readonly options: readonly string[];
  readonly seed: number;
}

interface ReadRequest {
  readonly lesson: PromptLesson;
  readonly questions: readonly QuestionToRead[];
  readonly signal?: AbortSignal | undefined;
}

/** What a reader found about the question's options: `right` and `whys` in the order of the options, `unchosen` as indexes. */
export interface ReadResult extends Omit<ChoiceReading, 'options' | 'unchosen_options'> {
  readonly right: readonly boolean[];
  readonly whys: readonly string[];
  readonly unchosen: readonly number[];
}

/** The prompt of {@link readChoices}; `orders[question][place]` is the index of the option shown at that place. */
function promptForReading({ lesson, questions }: ReadRequest): {
  system: string;
  prompt: string;
  orders: readonly (readonly number[])[];
} {
  const fence = createFence();
  const orders = questions.map(({ options, seed }) => shuffle([...options.keys()], createRandom(seed)));
  const system = `You are an exacting examiner. You check multiple-choice questions against the course material they were written from, before they are given to students. You are not told which option is meant to be right, and there may be none, one or several.

${fence.explanation}

- Judge each question without regard to the others.
- Judge each option on its own: would an expert who knows the material accept it as a right answer to this question? An option that is true in itself but does not answer the question is not right. An option that is vaguer or less complete than another is right only if it could be defended before an appeal board.
- Where the question describes a new case, decide the case by the material's rules.
- Then judge the question as a whole. Name a fault only if it would change what students answer; awkward wording belongs in the rewordings.`;
  const materials = showMaterials(
    fence,
    lesson,
    questions.map(({ stretch }) => stretch),
  );
  const prompt = [
    ...materials.shown,
    ...showOutcomes(fence, lesson.outcomes),
    ...questions.flatMap(({ stretch, stem, options }, number) => [
      `Question ${number + 1}, on material ${materials.numberOf(stretch)}:`,
      fence.enclose(
        [
          stem,
          ...(orders[number] ?? []).map(
            (index, place) => `${LETTERS[place] ?? '?'}) ${options[index] ?? ''}`,
          ),
        ].join('\n'),
      ),
    ]),
    'Judge.',
  ].join('\n\n');
  return { system, prompt, orders };
}

const OUTPUT_TOKENS_PER_QUESTION = 2_000;

/**
 * Asks a model to judge questions by their meaning, blind: which options are right, whether the question is complete, and what
 * it asks. The same question in text works for every service.
 * @returns undefined for a question if the model leaves out one of its options
 * @throws what `generator.generateObject` throws
 */
export async function readChoices(
  generator: Pick<ObjectGenerator, 'generateObject'>,
  request: ReadRequest,
): Promise<TokenCount & { readings: (ReadResult | undefined)[] }> {
  const { orders, ...prompt } = promptForReading(request);
  const { object, inputTokens, outputTokens } = await generator.generateObject({
    ...prompt,
    schema: choiceReadingSchema(request.lesson.outcomes.length > 0),
    maxOutputTokens: OUTPUT_TOKENS_PER_QUESTION * request.questions.length,
    signal: request.signal,
  });
  const readings = request.questions.map(({ options }, place) => {
    const judged = object.questions.find(({ number }) => number === place + 1);
    return judged && byIndex(judged, options, orders[place] ?? []);
  });
  return { readings, inputTokens, outputTokens };
}

function byIndex(
  { options: judged, unchosen_options: unchosen, ...rest }: ChoiceReading,
  options: readonly string[],
  order: readonly number[],
): ReadResult | undefined {
  const indexOf = (shown: string): number | undefined =>
    order[LETTERS.findIndex((letter) => shown.trim().toUpperCase().startsWith(letter))];
  const judgedAt = new Map(judged.map((option) => [indexOf(option.letter), option]));
  if (options.some((_option, index) => !judgedAt.has(index))) return undefined;
  return {
    ...rest,
    right: options.map((_option, index) => judgedAt.get(index)?.right === true),
    whys: options.map((_option, index) => judgedAt.get(index)?.why.trim() ?? ''),
    unchosen: unchosen.map(indexOf).filter((index) => index !== undefined),
  };
}

const ESSAY_LEVELS = ['remember', 'understand', 'apply', 'analyze', 'evaluate', 'create'] as const;

const essayReading = z.object({
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
});
type EssayReading = z.infer<typeof essayReading> & { readonly outcome?: string | null };

export const essayReadingSchema = (asksOutcome: boolean): z.ZodType<EssayReading> =>
  asksOutcome ? essayReading.extend({ outcome: OUTCOME }) : essayReading;

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
      ...showMaterials(fence, lesson, [stretch]).shown,
      ...showOutcomes(fence, lesson.outcomes),
      'Question:',
      fence.enclose([question, ...points.map((point, index) => `${index + 1}. ${point}`)].join('\n')),
      'Judge it.',
    ].join('\n\n'),
  };
}
