import { createSimilarity } from '../../../../language/similarity.ts';
import { upperInitial } from '../../../../language/clean-sentence.ts';
import { checkProposedTerms, isInDictionary } from './check-proposed-terms.ts';
import type { DraftOptions } from './draft-questions.ts';
import { inNumberOf } from './name-questions.ts';
import { proposeTerms } from './propose-terms.ts';
import type { QuestionDraft } from './question-draft.ts';

const DISTRACTORS = 3;
/** Above this, the model holds a wrong answer to be right as well: "macrophages" where "phagocytes" is the key. */
const MOST_LIKELY_RIGHT = 0.5;

const SYSTEM = 'You are an expert who checks quiz questions. Answer Yes or No.';

/**
 * The first three of a draft's pool that the model does not take for right answers. Where the lesson has too few terms of the
 * kind, the model proposes others. Undefined where three cannot be found.
 */
export async function chooseDistractors(
  draft: QuestionDraft,
  title: string,
  options: DraftOptions,
): Promise<string[] | undefined> {
  const chosen: string[] = [];
  for (const text of draft.wanting ? await withProposed(draft, title, options) : draft.pool) {
    if (chosen.length === DISTRACTORS) break;
    if (!(await isRightAsWell(draft, text, options))) chosen.push(text);
  }
  return chosen.length === DISTRACTORS ? chosen : undefined;
}

async function isRightAsWell(
  { stem, key }: QuestionDraft,
  text: string,
  { generator, signal }: DraftOptions,
): Promise<boolean> {
  if (!generator.judgeYesNo) return false;
  const [probability = 0] = await generator.judgeYesNo({
    system: SYSTEM,
    prompt: `Question: ${stem}\nRight answer: ${key}`,
    questions: [`Would "${text}" also be a right answer to the question?`],
    ...(signal ? { signal } : {}),
  });
  return probability > MOST_LIKELY_RIGHT;
}

/** The lesson's nearest siblings first, then proposals that a dictionary has, then the rest. */
async function withProposed(
  draft: QuestionDraft,
  title: string,
  { generator, embed, signal }: DraftOptions,
): Promise<string[]> {
  const fact = draft.wanting;
  if (!fact) return [...draft.pool];
  const proposed = await proposeTerms(title, fact, generator, signal);
  const described = fact.meaning ?? fact.question;
  const similarity = await createSimilarity([...proposed, fact.term, described], embed, signal);
  const accepted = checkProposedTerms(fact, proposed, similarity)
    .map(({ term }) => upperInitial(inNumberOf(fact, term, undefined)))
    .filter((term) => !draft.pool.some((known) => known.toLowerCase() === term.toLowerCase()));
  return [
    ...draft.pool.slice(0, draft.nearCount),
    ...accepted.filter(isInDictionary),
    ...draft.pool.slice(draft.nearCount),
    ...accepted.filter((term) => !isInDictionary(term)),
  ];
}
