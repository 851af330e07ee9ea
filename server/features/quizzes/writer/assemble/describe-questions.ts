import { contentStems, overlap } from '../../../../../items/words.ts';
import { upperInitial } from '../../../../language/clean-sentence.ts';
import type { Similarity } from '../../../../language/similarity.ts';
import { revealsTerm } from './check-extracted-term.ts';
import type { Sibling } from './choose-siblings.ts';
import type { QuestionDraft } from './question-draft.ts';
import { keyOfTerm, type TermFact } from './term-fact.ts';

const DISTRACTORS = 3;
const POOL = 5;
/** Nothing reads this form before it is offered, so only the rules' own definitions are asked about. */
const LEAST_TRUST = 1;
const MOST_ALIKE = 0.85;

/** "Which of these best describes …?": the key is the term's meaning, and the meanings of its siblings are wrong. */
export function writeDescribeQuestion(
  fact: TermFact,
  siblings: readonly Sibling[],
  similarity: Similarity,
): QuestionDraft | undefined {
  const { meaning } = fact;
  if (meaning === undefined || fact.trust < LEAST_TRUST) return undefined;
  const chosen: { text: string; likeness: number }[] = [];
  for (const { named: other, likeness } of siblings) {
    if (chosen.length === POOL) break;
    const text = other?.meaning;
    if (text === undefined || other === undefined || other.plural !== fact.plural) continue;
    const ratio = text.length / meaning.length;
    if (ratio < 0.45 || ratio > 2.2 || revealsTerm(text, fact.term, fact.kind)) continue;
    if ([meaning, ...chosen.map((each) => each.text)].some((each) => isAlike(each, text, similarity)))
      continue;
    chosen.push({ text, likeness });
  }
  if (chosen.length < DISTRACTORS) return undefined;
  const likeness = chosen.slice(0, DISTRACTORS).reduce((sum, each) => sum + each.likeness, 0) / DISTRACTORS;
  return {
    form: 'describe',
    level: 'understand',
    stem: `Which of these best describes ${withArticle(fact)}?`,
    key: upperInitial(meaning),
    pool: chosen.map(({ text }) => upperInitial(text)),
    nearCount: chosen.length,
    topic: keyOfTerm(fact.term),
    quote: fact.quote,
    passage: fact.passage,
    worth: 0.5 * fact.trust + 0.5 * Math.min(1, likeness) - 0.03,
  };
}

const isAlike = (one: string, other: string, similarity: Similarity): boolean =>
  similarity.between(one, other) > MOST_ALIKE || overlap(contentStems(one), contentStems(other)) > 0.6;

function withArticle({ term, article }: TermFact): string {
  return article === '' ? term : `${article} ${term}`;
}
