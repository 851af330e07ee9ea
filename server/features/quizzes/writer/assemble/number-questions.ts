import type { Fact } from '../../../../language/facts.ts';
import { upperInitial } from '../../../../language/clean-sentence.ts';
import { listWrongNumbers } from '../../compose/wrong-numbers.ts';
import type { QuestionDraft } from './question-draft.ts';

/** "the bridge", "the span": which one, only the lesson says. */
const LOOSE_SUBJECT = /\b(?:the|this|that) (?:\p{L}+) (?:been|be)\b|\b(?:it|they|them|this|these)\b/iu;

/** "How many …?", with believable numbers in the same format as wrong answers. */
export function writeNumberQuestions(facts: readonly Fact[]): QuestionDraft[] {
  const drafts: QuestionDraft[] = [];
  for (const fact of facts) {
    // "in 1772 and more than 300,000 in 1850": the question holds a second number.
    if (fact.kind === 'quantity' && /\band\b.*\d/u.test(fact.question)) continue;
    if (fact.kind !== 'quantity' || LOOSE_SUBJECT.test(fact.question)) continue;
    const wrong = listWrongNumbers(fact.number, () => 0.5).filter(({ text }) => text !== fact.number);
    if (wrong.length < 3) continue;
    const write = (number: string): string => upperInitial(`${fact.before}${number}${fact.after}`);
    const step = Math.max(1, Math.floor(wrong.length / 3));
    const chosen = [wrong[0], wrong[step], wrong[step * 2]].filter((each) => each !== undefined);
    if (chosen.length < 3) continue;
    drafts.push({
      form: 'number',
      level: 'remember',
      stem: fact.question,
      key: write(fact.number),
      pool: chosen.map(({ text }) => write(text)),
      poolIsWrong: true,
      nearCount: 0,
      topic: fact.question.toLowerCase(),
      quote: fact.sentence.quote,
      passage: fact.sentence.passage,
      worth: 0.66,
      ordered: true,
    });
  }
  return drafts;
}
