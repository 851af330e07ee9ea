import type { SearchScope } from '#contract/search.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';
import { listBestCandidates } from './candidate.store.ts';

export interface BestQuestion {
  /** As it can be asked without options. */
  readonly text: string;
  readonly question: ComposedQuestion;
  readonly section: number;
  readonly lesson: { readonly lesson_id: number; readonly lesson_title: string; readonly course_id: number };
}

/** Questions that make sense only with their options, or that show code. */
const NEEDS_OPTIONS = /\b(?:which|what) of (?:the|these|those)\b|\b(?:following|above|below)\b|```|___/iu;
const LONGEST_STEM = 140;

/** The best ready multiple-choice questions of the actor's lessons that can be asked without their options. */
export async function listBestQuestions(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
  scope: SearchScope,
  limit: number,
): Promise<BestQuestion[]> {
  const rows = await listBestCandidates(database, { instructorId: actor.instructorId, scope, limit });
  return rows.flatMap(({ question, section, ...lesson }) => {
    const text = askOpenly(question);
    return text === undefined ? [] : [{ text, question, section, lesson }];
  });
}

const DESCRIBED = /^which of (?:these|the following) best describes (.+)\?$/iu;
const CHOSEN = /^which of (?:these|the following) /iu;
const LONGEST_TERM_WORDS = 5;

/** A question about a term asks for its meaning; one that needs its options gives none. */
function askOpenly({ text, options, evidence }: ComposedQuestion): string | undefined {
  const key = options.find((option) => option.is_correct)?.text ?? '';
  const term = DESCRIBED.exec(text)?.[1] ?? (CHOSEN.test(text) ? key : undefined);
  if (term !== undefined) {
    const bare = term
      .replace(/^(?:an?|the|its|their|his|her|this|these|that|those|our|your) /iu, '')
      .replace(/\.$/u, '');
    return bare === '' || bare.split(' ').length > LONGEST_TERM_WORDS
      ? undefined
      : `What does “${asInTheLesson(bare, evidence.quote)}” mean?`;
  }
  return text.length <= LONGEST_STEM && text.endsWith('?') && !NEEDS_OPTIONS.test(text) ? text : undefined;
}

/** Options begin with a capital letter; the term has one only where the lesson gives it one. */
function asInTheLesson(term: string, quote: string): string {
  const small = term.charAt(0).toLowerCase() + term.slice(1);
  return quote.includes(small) ? small : term;
}
