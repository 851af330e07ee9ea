import { z } from 'zod';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { splitSentences } from '#server/documents/sentences.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';

/** A term and what sets it apart, as the model read them out of a passage. Nothing about it has been checked. */
export interface ExtractedTerm {
  /** "driver pin" */
  readonly term: string;
  /** What the term is one of: "pin in a lock". */
  readonly kind: string;
  /** What sets it apart from others of its kind, beginning with a verb: "blocks the plug until the key lifts it". */
  readonly which: string;
  /** The sentence that the model says explains the term. */
  readonly sentence: string;
  readonly passage: LessonPassage;
}

const TERMS_PER_PASSAGE = 7;
const answerSchema = z.object({
  facts: z
    .array(z.object({ sentence: z.number().int(), term: z.string(), kind: z.string(), which: z.string() }))
    .max(TERMS_PER_PASSAGE),
});

const INSTRUCTIONS = `You read a passage of a lesson and list the technical terms that it explains. For each term give
- sentence: the number of the sentence that explains it
- term: the term, as the lesson writes it, without "a" or "the"
- kind: what kind of thing it is, one to three words, so that related terms share the kind
- which: what sets it apart, as words that complete "the <kind> which ...". Begin with a verb. Keep close to the words of the sentence, name things instead of saying "it", "this" or "they", and do not use the term.
List only terms that a student has to learn. Leave out people, examples, stories and anything that the passage merely mentions.`;

/** Passages of lessons that nobody has: speech with an aside, and prose with a story in it. */
const EXAMPLES: readonly (readonly [string, z.infer<typeof answerSchema>])[] = [
  [
    `[1] Good. [2] So a lock has a few parts you need names for. [3] The plug is the cylinder that turns when you insert the right key. [4] It sits inside the housing, which doesn't move. [5] The line between the two is called the shear line. [6] Then there are pins, and there are two sorts. [7] Key pins touch the key. [8] Driver pins sit above them and block the plug until the key lifts them. [9] My uncle picked locks for a living, but that's another story.`,
    {
      facts: [
        { sentence: 3, term: 'plug', kind: 'part of a lock', which: 'turns when the right key is inserted' },
        {
          sentence: 4,
          term: 'housing',
          kind: 'part of a lock',
          which: 'surrounds the plug and does not move',
        },
        {
          sentence: 5,
          term: 'shear line',
          kind: 'part of a lock',
          which: 'separates the plug from the housing',
        },
        { sentence: 7, term: 'key pin', kind: 'pin in a lock', which: 'touches the key' },
        {
          sentence: 8,
          term: 'driver pin',
          kind: 'pin in a lock',
          which: 'blocks the plug until the key lifts it',
        },
      ],
    },
  ],
  [
    `[1] In 1911 a fire in New York killed 146 workers, and cities began to rewrite their rules. [2] Insurance spreads such losses. [3] A premium is the sum that a policyholder pays for cover. [4] With a deductible the policyholder bears the first part of each loss alone, which discourages small claims. [5] When people who know that they run a high risk are the keenest to buy cover, insurers speak of adverse selection. [6] Moral hazard arises afterwards: somebody who is covered takes less care.`,
    {
      facts: [
        { sentence: 3, term: 'premium', kind: 'sum in insurance', which: 'a policyholder pays for cover' },
        {
          sentence: 4,
          term: 'deductible',
          kind: 'sum in insurance',
          which: 'a policyholder bears alone as the first part of each loss',
        },
        {
          sentence: 5,
          term: 'adverse selection',
          kind: 'problem in insurance',
          which: 'arises when people who run a high risk are the keenest to buy cover',
        },
        {
          sentence: 6,
          term: 'moral hazard',
          kind: 'problem in insurance',
          which: 'arises when a person who is covered takes less care',
        },
      ],
    },
  ],
];

const SYSTEM = `${INSTRUCTIONS}\n\n${EXAMPLES.map(
  ([passage, answer]) => `Passage:\n${passage}\nAnswer:\n${JSON.stringify(answer)}`,
).join('\n\n')}`;

/** Asks the model for the terms that a passage explains. A passage whose answer cannot be read gives none. */
export async function extractTerms(
  title: string,
  passage: LessonPassage,
  generator: ObjectGenerator,
  signal?: AbortSignal,
): Promise<ExtractedTerm[]> {
  const sentences = splitSentences(passage.text).map(({ text }) => text);
  // The title of a slide says little without those above it.
  const above = passage.kind === 'slide' ? passage.titlePath : [passage.heading ?? ''];
  const topic = [title, ...above].filter((part) => part !== '').join(' / ');
  const numbered = sentences.map((text, index) => `[${index + 1}] ${text}`).join(' ');
  try {
    const { object } = await generator.generateObject({
      system: SYSTEM,
      prompt: `Lesson: ${topic}\nPassage:\n${numbered}`,
      schema: answerSchema,
      maxOutputTokens: 420,
      ...(signal ? { signal } : {}),
    });
    return object.facts.map(({ sentence, ...fact }) => ({
      ...fact,
      sentence: sentences[sentence - 1] ?? '',
      passage,
    }));
  } catch (error) {
    if (error instanceof Error && error.name === 'TextGeneratorOutputError') return [];
    throw error;
  }
}

/** A term that the lesson uses, with what kind of thing it is: enough to be a wrong answer. */
export interface NamedTerm {
  /** Without article, cased for mid-sentence: "driver pins". */
  readonly term: string;
  /** As the lesson uses it before the term: "a", "an", "the" or nothing. */
  readonly article: string;
  readonly plural: boolean;
  /** What the term is one of, as the model or the definition's own noun says: "pin". Groups terms into siblings. */
  readonly kind: string;
  /** What the term means as a noun phrase, where a sentence of the lesson says so: "the weight of the bridge itself". */
  readonly meaning: string | undefined;
  /** What the model said of it, in its words. Of two terms of which it says the same, one may be as right as the other. */
  readonly said?: string;
  readonly passage: LessonPassage;
}

/** A term that the lesson explains, with what a question about it needs. */
export interface TermFact extends NamedTerm {
  /** A complete question whose answer is the term. */
  readonly question: string;
  /** Verbatim in the passage. */
  readonly quote: string;
  /** 0 to 1: how much to trust the source. A definition that the rules recognise misreads least. */
  readonly trust: number;
}

/** "A driver pin" and "driver pins" are one term. */
export const sameTerm = (one: string, other: string): boolean => keyOfTerm(one) === keyOfTerm(other);

export const keyOfTerm = (term: string): string =>
  term
    .toLowerCase()
    .replace(/^(?:an?|the)\s+/u, '')
    .replace(/-/gu, ' ')
    .replace(/(?<=[^siu])s$/u, '');
