import { z } from 'zod';
import { contentStems, listWords, overlap, stemWord } from '#contract/question-rules/words.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import type { Similarity } from '#server/language/similarity.ts';
import { nounKind } from '#server/language/wordnet.ts';
import { compareKinds, genusIn, headOf } from '../compose/kinds-of-terms.ts';
import { sameTerm, type NamedTerm, type TermFact } from './extract-terms.ts';

/** A term that may be a wrong answer beside another. */
export interface Sibling {
  readonly term: string;
  /** How alike in kind the two are: 0 to 1 or a little more. */
  readonly likeness: number;
  /** As the lesson has it; undefined where the model proposed it. */
  readonly named?: NamedTerm;
}

/** Below this, a reader sees at a glance that two terms are of different kinds. */
const LEAST_LIKENESS = 0.42;

/** What a term is compared by: its kind tells "plug" of a lock from "plug" of a cable. */
export const describeTerm = (fact: Pick<NamedTerm, 'term' | 'kind'>): string => `${fact.term} (${fact.kind})`;

/** The other terms of the lesson that are of the same kind as a fact's, nearest first. */
export function listSiblings(fact: TermFact, terms: readonly NamedTerm[], similarity: Similarity): Sibling[] {
  const siblings: Sibling[] = [];
  for (const other of terms) {
    if (!canStandBeside(fact, other.term) || isSaidOfBoth(fact, other)) continue;
    const kinds = kindOverlap(fact, other);
    const score =
      0.5 * similarity.between(describeTerm(fact), describeTerm(other)) +
      0.3 * kinds +
      0.2 * compareKinds(fact.term, other.term) +
      (sharesHead(fact.term, other.term) ? 0.12 : 0) +
      (fact.passage.section === other.passage.section ? 0.06 : 0);
    if (score >= LEAST_LIKENESS) siblings.push({ term: other.term, likeness: score, named: other });
  }
  return siblings.sort((one, other) => other.likeness - one.likeness);
}

const isSaidOfBoth = (fact: TermFact, { said }: NamedTerm): boolean =>
  said !== undefined && (said === fact.said || fact.question.includes(said));

/** "active immunity" and "innate immunity". */
const sharesHead = (one: string, other: string): boolean =>
  one.includes(' ') && other.includes(' ') && stemWord(headOf(one)) === stemWord(headOf(other));

/** Two kinds are alike when their nouns are, as the model names them or as the definitions begin. */
function kindOverlap(one: NamedTerm, other: NamedTerm): number {
  const kinds = kindsOf(one);
  const others = kindsOf(other);
  let best = 0;
  for (const kind of kinds)
    for (const otherKind of others) {
      const same = stemWord(headOf(kind)) === stemWord(headOf(otherKind));
      const shared = overlap(contentStems(kind), contentStems(otherKind));
      // "load on a bridge" and "type of bridge" share a word and no kind.
      best = Math.max(best, same ? Math.max(0.7, shared) : 0.4 * shared);
    }
  return best;
}

const kindsOf = ({ kind, meaning }: NamedTerm): string[] =>
  [kind, meaning === undefined ? '' : (genusIn(meaning) ?? '')].filter(
    (each) => each !== '' && !HOLLOW_KINDS.test(each),
  );

/** Kinds that say nothing of what a thing is. */
const HOLLOW_KINDS = /^(?:thing|part|component|event|action|idea|term|concept|on|of|in)s?\b(?! of)/iu;

/**
 * False for terms that cannot be a wrong answer: the same term, one that contains the other ("market" and "competitive
 * market"), and one that the question names.
 */
export function canStandBeside(fact: TermFact, term: string): boolean {
  if (sameTerm(fact.term, term)) return false;
  const own = new Set(listWords(fact.term).map(stemWord));
  const others = new Set(listWords(term).map(stemWord));
  const [small, large] = own.size <= others.size ? [own, others] : [others, own];
  if ([...small].every((word) => large.has(word))) return false;
  const asked = new Set(listWords(fact.question).map(stemWord));
  return ![...others].every((word) => asked.has(word));
}

const answerSchema = z.object({ terms: z.array(z.string()).max(6) });

const EXAMPLES: readonly (readonly [string, readonly string[]])[] = [
  [
    describe(
      'How locks work',
      'part of a lock',
      'Which part of a lock turns when the right key is inserted?',
      'plug',
    ),
    ['housing', 'shackle', 'bolt', 'strike plate', 'spring', 'latch'],
  ],
  [
    describe(
      'Insuring a risk',
      'problem of insurers',
      'Which problem of insurers arises when a person who is covered takes less care?',
      'moral hazard',
    ),
    [
      'adverse selection',
      'insurance fraud',
      'catastrophe risk',
      'underpricing',
      'interest rate risk',
      'insolvency',
    ],
  ],
  [
    describe(
      'Painting in the Renaissance',
      'technique of painting',
      'What name is given to the soft blending of tones without hard outlines?',
      'sfumato',
    ),
    ['chiaroscuro', 'impasto', 'glazing', 'fresco', 'tempera', 'grisaille'],
  ],
];

const SYSTEM = [
  'You name wrong answers for a quiz question. Each is a real technical term of the same field and of the same kind as the right answer, as well known and as specific, in the same form (singular or plural), one to three words, and clearly a wrong answer to the question. Never name a synonym, a part or a special case of the right answer.',
  ...EXAMPLES.map(([request, terms]) => `${request}\n${JSON.stringify({ terms })}`),
].join('\n\n');

function describe(title: string, kind: string, question: string, term: string): string {
  return `Lesson: ${title}\nKind: ${kind}\nQuestion: ${question}\nRight answer: ${term}\nWrong answers:`;
}

/** Terms from outside the lesson that might stand beside a term as wrong answers. They still have to be checked. */
export async function proposeTerms(
  title: string,
  fact: TermFact,
  generator: ObjectGenerator,
  signal?: AbortSignal,
): Promise<string[]> {
  try {
    const { object } = await generator.generateObject({
      system: SYSTEM,
      prompt: describe(title, fact.kind, fact.question, fact.term),
      schema: answerSchema,
      maxOutputTokens: 80,
      ...(signal ? { signal } : {}),
    });
    return object.terms;
  } catch (error) {
    if (error instanceof Error && error.name === 'TextGeneratorOutputError') return [];
    throw error;
  }
}

const LEAST_NEARNESS = 0.22;
/** Nearer than this it is a synonym. */
const MOST_NEARNESS = 0.8;
/** Proposals rank below the lesson's own terms, which students have met. */
const PROPOSED_LIKENESS = 0.4;

/** Proposed terms that belong to the same field as a fact's term and are neither it nor a spelling of it, in their order. */
export function checkProposedTerms(
  fact: TermFact,
  proposed: readonly string[],
  similarity: Similarity,
): Sibling[] {
  const accepted: Sibling[] = [];
  for (const printed of proposed) {
    const term = printed.trim().replace(/^(?:an?|the)\s+/iu, '');
    if (!/^[\p{L}][\p{L}\d' ’-]{2,40}$/u.test(term) || term.split(' ').length > 4) continue;
    if (!canStandBeside(fact, term)) continue;
    if (accepted.some((other) => overlap(contentStems(other.term), contentStems(term)) > 0.6)) continue;
    const near = similarity.between(fact.term, term);
    if (near < LEAST_NEARNESS || near > MOST_NEARNESS) continue;
    if (
      similarity.between(fact.meaning ?? fact.question, term) >
      similarity.between(fact.meaning ?? fact.question, fact.term) + 0.1
    )
      continue;
    accepted.push({ term, likeness: PROPOSED_LIKENESS + 0.1 * near });
  }
  return accepted;
}

/** Whether a dictionary has the term. The model also makes terms up: "infectious immunity", "deadly shots". */
export const isInDictionary = (term: string): boolean =>
  [term, term.replace(/s$/u, '')].some((form) => nounKind(form.toLowerCase()) >= 0);
