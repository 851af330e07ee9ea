import type { Evidence } from '#contract/evidence.ts';
import type { SummaryPoint } from '#contract/lessons.ts';
import type { SummaryRequest } from '#contract/summaries.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import { invalidField } from '#server/platform/problem-error.ts';
import { citePassages, getLessonWithText } from '../lessons/lesson-text.ts';
import type { LessonRow } from '../lessons/lesson.store.ts';
import { listKeptEvidence } from '../lessons/kept-summaries.ts';
import { evidenceOf } from '../lessons/place-evidence.ts';
import { getOwnLesson } from '../lessons/lessons.ts';
import { storeSummary } from './store-summary.ts';

/**
 * Replaces one length of a lesson's summary, and its key terms, by what an instructor wrote. Pages and seconds of the evidence
 * are looked up in the lesson; evidence that the lesson had before stays, even if its text was replaced since.
 * @throws {ProblemError} not_found; transcript_missing; validation_failed when other evidence is not in the lesson.
 */
export async function editSummary(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lessonId: number,
  { length, points, key_terms: terms }: SummaryRequest,
): Promise<LessonRow> {
  await getOwnLesson(dependencies, actor, lessonId);
  const lesson = await getLessonWithText(dependencies, lessonId);
  const cited = [...points, ...terms].flatMap(evidenceOf).map(({ passage_id: id }) => id);
  const { passages: found, timeEvidence } = await citePassages(dependencies, lesson, [...new Set(cited)]);
  const known = await listKeptEvidence(dependencies, lessonId);
  const passages = new Map(found.map((passage) => [passage.id, passage]));
  const place = async (
    { quote, passage_id: id }: Pick<Evidence, 'quote' | 'passage_id'>,
    field: string,
  ): Promise<Evidence> => {
    const passage = passages.get(id);
    if (passage?.text.includes(quote) === true) return timeEvidence(evidenceOfPassage(passage, quote));
    const same = known.find((evidence) => evidence.passage_id === id && evidence.quote === quote);
    if (same === undefined) throw invalidField(`${field}.evidence`, 'evidence_not_in_lesson');
    return same;
  };
  const placedPoints = await Promise.all(
    points.map(async ({ text, evidence, further_evidence: further = [] }, at): Promise<SummaryPoint> => {
      const field = `points.${at}`;
      const others = await Promise.all(further.map((each) => place(each, field)));
      return {
        text,
        evidence: await place(evidence, field),
        ...(others.length === 0 ? {} : { further_evidence: others }),
      };
    }),
  );
  const keyTerms = await Promise.all(
    terms.map(async (term, at) => ({ ...term, evidence: await place(term.evidence, `key_terms.${at}`) })),
  );
  const sectionOf = ({ passage_id: id }: Evidence): number => passages.get(id)?.section ?? -1;
  const written = placedPoints.reduce((sum, point, at) => {
    const last = placedPoints[at - 1];
    if (last === undefined) return point.text;
    const isSameSection = sectionOf(last.evidence) === sectionOf(point.evidence);
    return `${sum}${isSameSection ? ' ' : '\n\n'}${point.text}`;
  }, '');
  await inTransaction(dependencies.database, (transaction) =>
    storeSummary(
      { database: transaction },
      { lesson, passages: found },
      {
        length,
        text: written,
        points: placedPoints,
        keyTerms,
        note: null,
        isEdited: true,
        replacesEdits: true,
        others: [],
      },
    ),
  );
  return getOwnLesson(dependencies, actor, lessonId);
}
