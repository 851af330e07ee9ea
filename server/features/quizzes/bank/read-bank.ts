import { mapEach } from '#server/platform/database/read-in-pages.ts';
import { exportedCandidate, type ExportedCandidate } from '#contract/account-export.ts';
import type { LessonEvent } from '#contract/events.ts';
import { wordMessage } from '#contract/messages/catalogue.ts';
import { message } from '#contract/messages/make-message.ts';
import {
  bankCandidate,
  type BankCandidate,
  type QuestionBank,
  type QuestionBankState,
} from '#contract/question-bank.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/platform/events/event-bus.ts';
import { listLessonSections } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { fingerprintOf } from '#server/language/question-fingerprint.ts';
import type { LessonSection, SectionedPassage } from '#server/language/list-sections.ts';
import {
  countCandidates,
  listShownCandidates,
  listUses,
  readCandidatesOf,
  type CandidateRow,
} from './candidate.store.ts';
import { findBank, findUsualPace, type QuestionBankRow } from './question-bank.store.ts';

type Needed = Pick<Dependencies, 'database' | 'config' | 'languageModels'>;

/** The lesson's candidates that can be used, best first, and how far their preparation is. @throws {ProblemError} not_found. */
export async function readQuestionBank(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
): Promise<QuestionBank> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const { database } = dependencies;
  const [bank, rows, sections] = await Promise.all([
    readBankState(dependencies, lesson),
    listShownCandidates(database, lessonId),
    listLessonSections(dependencies, lesson),
  ]);
  const uses = await findUses(database, lessonId, rows);
  return { bank, candidates: rows.map((row) => presentCandidate(row, sections, uses)) };
}

export async function readBankState(
  { database, config, languageModels }: Needed,
  lesson: { id: number; type: string },
): Promise<QuestionBankState> {
  const { writerName: writer } = languageModels.current();
  const bank = await findBank(database, lesson.id);
  const { all, multipleChoice } = await countCandidates(database, lesson.id);
  const isAutomatic = config.preparesQuestions && lesson.type !== 'syllabus';
  const status = writer === null ? 'off' : (bank?.status ?? (isAutomatic ? 'waiting' : 'off'));
  const note = writer === null ? message('questions_without_model') : (bank?.note_coded ?? null);
  const missing = Math.max(0, (bank?.target_count ?? 0) - multipleChoice);
  const pace = status === 'preparing' ? await findPace(database, bank, writer) : null;
  return {
    lesson_id: lesson.id,
    status,
    ready_count: all,
    target_count: bank?.target_count ?? 0,
    seconds_left: pace === null ? null : Math.ceil(missing * pace),
    writer,
    note: note === null ? (bank?.note ?? null) : wordMessage(note),
    note_coded: note,
  };
}

/** Seconds that one candidate takes: in this bank, or usually; null when there is nothing to estimate from. */
export const findPace = async (
  database: Dependencies['database'],
  bank: QuestionBankRow | undefined,
  writer: string | null,
): Promise<number | null> =>
  bank?.writer === writer && bank.seconds_per_candidate !== null
    ? bank.seconds_per_candidate
    : findUsualPace(database, writer);

type Uses = BankCandidate['used_in'];

/** More quizzes than these are not listed with a question. */
const MOST_USES = 10;

type FingerprintedCandidate = Pick<CandidateRow, 'fingerprint' | 'question' | 'edited_at'>;

const editedFingerprint = ({ fingerprint, question, edited_at: editedAt }: FingerprintedCandidate): string =>
  editedAt === null ? fingerprint : fingerprintOf(question);

/** Which quizzes of the lesson contain which of these candidates, by their fingerprints. */
export function findUses(
  database: Database,
  lessonId: number,
  candidates: readonly FingerprintedCandidate[],
  limit = MOST_USES,
): Promise<ReadonlyMap<string, Uses>> {
  const fingerprints = candidates.flatMap((candidate) => [
    candidate.fingerprint,
    editedFingerprint(candidate),
  ]);
  return listUses(database, lessonId, [...new Set(fingerprints)], limit);
}

/** A quiz may contain the question as it was written, or as it was edited. */
export function usesOf(candidate: FingerprintedCandidate, uses: ReadonlyMap<string, Uses>): Uses {
  const { fingerprint } = candidate;
  const edited = editedFingerprint(candidate);
  const asWritten = uses.get(fingerprint) ?? [];
  if (edited === fingerprint) return asWritten;
  const asEdited = (uses.get(edited) ?? []).filter((use) =>
    asWritten.every((other) => other.question_set_id !== use.question_set_id),
  );
  return [...asWritten, ...asEdited];
}

export function presentCandidate(
  row: CandidateRow,
  sections: readonly LessonSection<SectionedPassage>[],
  uses: ReadonlyMap<string, Uses>,
): BankCandidate {
  const { outcome } = row.question;
  return bankCandidate.parse({
    ...row,
    ...row.question,
    outcome: outcome === null ? null : { short_name: outcome },
    section_title: sections[row.section]?.title ?? '',
    used_in: usesOf(row, uses),
    is_edited: row.edited_at !== null,
    created_at: row.created_at.toISOString(),
  });
}

/** Whose lesson a bank belongs to. */
export interface BankOwner {
  readonly id: number;
  readonly course_id: number;
  readonly instructor_id: number;
}

const STATUSES: Record<NonNullable<QuestionBankRow['status']>, LessonEvent['status']> = {
  waiting: 'queued',
  preparing: 'running',
  ready: 'done',
  failed: 'failed',
};

/** Announces that the bank changed, so that pages that show it update. */
export async function announceBank(database: Database, lesson: BankOwner): Promise<void> {
  const bank = await findBank(database, lesson.id);
  const { all } = await countCandidates(database, lesson.id);
  const target = bank?.target_count ?? 0;
  const status = bank?.status ?? null;
  await announce(database, {
    kind: 'lesson',
    instructorId: lesson.instructor_id,
    event: {
      type: 'lesson',
      lesson_id: lesson.id,
      course_id: lesson.course_id,
      work: 'question_bank',
      status: status === null ? 'done' : STATUSES[status],
      progress: target === 0 ? 0 : Math.min(100, Math.floor((100 * all) / target)),
      message: bank?.note ?? null,
      message_coded: bank?.note_coded ?? null,
    },
  });
}

/** The questions that are kept with the actor's lessons, rejected ones too. */
export const exportQuestionBanks = (
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): AsyncGenerator<ExportedCandidate> =>
  mapEach(readCandidatesOf(database, actor.instructorId), (row) =>
    exportedCandidate.parse({ ...presentCandidate(row, [], new Map()), is_rejected: row.is_rejected }),
  );
