import type { SearchScope } from '#contract/search.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { WrittenQuestion } from '../writer/written-question.ts';
import { listBestCandidates } from './candidate.store.ts';

export interface BestQuestion {
  /** As it can be asked without options. */
  readonly text: string;
  readonly question: WrittenQuestion;
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
  return rows
    .filter(
      ({ question: { text } }) =>
        text.length <= LONGEST_STEM && text.endsWith('?') && !NEEDS_OPTIONS.test(text),
    )
    .map(({ question, section, ...lesson }) => ({ text: question.text, question, section, lesson }));
}
