import type { Evidence } from '#contract/evidence.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { anchorSummaries } from '#server/features/lessons/kept-summaries.ts';
import { listKeptEvidence } from '#server/features/lessons/kept-summaries.ts';
import { getLessonText, listPassagesBeside } from '#server/features/lessons/lesson-text.ts';
import { createPlace, type Place } from '#server/features/lessons/place-evidence.ts';
import { createQuoteAnchor } from '#server/language/anchor-quotes.ts';
import type { LessonPassage } from '#server/language/lesson-text.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import {
  deleteUntouchedCandidates,
  listAllCandidates,
  updateEvidence,
  type CandidateRow,
} from '../bank/candidate.store.ts';
import { readKept } from '../editing/kept-questions.ts';
import {
  findDraft,
  listQuestionsWithEvidence,
  lockQuestionSetsOf,
  updateDraftQuestions,
  updateQuestionEvidence,
  type QuestionWithEvidence,
} from '../editing/question-editing.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/**
 * Looks for the evidence of a lesson's summaries, question bank and quizzes in its new text. Evidence whose words are there is
 * placed; other evidence is marked, with what the lesson says instead. Quizzes that were shared are copies, and stay. Call it in
 * the transaction that gives the lesson its text.
 * @param former passages before a correction that changed some in their place; otherwise, those of the text that the evidence cites
 * @returns whether the lesson had questions in its bank
 */
export async function verifyEvidence(
  dependencies: Needed,
  lessonId: number,
  former?: readonly LessonPassage[],
): Promise<boolean> {
  const { database } = dependencies;
  const sets = await lockQuestionSetsOf(database, lessonId);
  const candidates = await listAllCandidates(database, lessonId);
  const summarized = await listKeptEvidence(dependencies, lessonId);
  const asked = await listQuestionsWithEvidence(database, lessonId);
  if (sets.length === 0 && candidates.length === 0 && summarized.length === 0) return false;
  const evidence = [
    ...summarized,
    ...candidates.map(({ question }) => question.evidence),
    ...asked.map((question) => question.evidence),
  ];
  const { text, timeEvidence } = await getLessonText(dependencies, lessonId);
  const cited = listCitedPassages(evidence);
  const anchor = createQuoteAnchor(
    text.passages,
    former ?? (await listPassagesBeside(dependencies, cited, text.passages)),
  );
  const place = createPlace(anchor, timeEvidence);
  if (summarized.length > 0) await anchorSummaries(dependencies, lessonId, place);
  const sectionOf = sectionOfPassages(listSections(text.passages));
  const lost = await anchorCandidates(
    dependencies,
    candidates,
    place,
    (passageId) => sectionOf.get(passageId) ?? 0,
  );
  // Another text is about something else, so its questions are deleted. After a correction, which can be undone, and for edited questions, instructors decide.
  if (former === undefined) await deleteUntouchedCandidates(database, lost);
  await anchorQuestions(dependencies, { asked, sets }, place);
  return candidates.length > 0;
}

/** Ids of the passages that the lesson cites, of its former text for the most part. */
const listCitedPassages = (evidence: readonly Evidence[]): string[] => [
  ...new Set(
    evidence
      .flatMap(({ further, ...first }) => [first, ...(further === undefined ? [] : [further])])
      .map(({ passage_id: id, changed }) => changed?.passage_id ?? id),
  ),
];

/**
 * Rejected candidates whose words are gone are kept as they are, since the words may return.
 * @returns the others whose words are gone without anything alike
 */
async function anchorCandidates(
  { database }: Needed,
  candidates: readonly CandidateRow[],
  place: Place,
  sectionOf: (passageId: string) => number,
): Promise<number[]> {
  const lost: number[] = [];
  for (const { id, question, section, is_rejected: isRejected } of candidates) {
    const evidence = await place(question.evidence);
    const isGone = evidence.changed !== undefined;
    if (isGone && isRejected) continue;
    if (evidence.changed === null) lost.push(id);
    await updateEvidence(database, id, {
      evidence,
      section: isGone ? section : sectionOf(evidence.passage_id),
    });
  }
  return lost;
}

/** Also in drafts. */
async function anchorQuestions(
  { database }: Needed,
  { asked, sets }: { asked: readonly QuestionWithEvidence[]; sets: readonly number[] },
  place: Place,
): Promise<void> {
  for (const { id, evidence } of asked) await updateQuestionEvidence(database, id, await place(evidence));
  for (const id of sets) {
    const draft = await findDraft(database, id);
    if (draft === undefined) continue;
    const questions = readKept(draft.questions);
    const placed = await Promise.all(
      questions.map(async (question) =>
        question.evidence === null ? question : { ...question, evidence: await place(question.evidence) },
      ),
    );
    await updateDraftQuestions(database, id, placed);
  }
}
