import { createHash } from 'node:crypto';
import { exportedCandidate, type ExportedCandidate } from '#contract/account-export.ts';
import type { LessonEvent } from '#contract/events.ts';
import type {
  QuestionBank,
  QuestionBankQuery,
  QuestionBankState,
  BankCandidate,
} from '#contract/question-bank.ts';
import { codeOfStem, wordsOfStem } from '#contract/question-rules/stem-parts.ts';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { announce } from '#server/events/event-bus.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { listSections, type LessonSection } from '#server/language/list-sections.ts';
import type { ComposedQuestion } from '../writer/compose/composed-question.ts';
import {
  countCandidates,
  listShownCandidates,
  listUsedQuestions,
  listCandidatesOf,
  type CandidateRow,
  type UsedQuestion,
} from './candidate.store.ts';
import { findBank, findUsualPace, type QuestionBankRow } from './question-bank.store.ts';

type Needed = Pick<Dependencies, 'database' | 'config' | 'writerName'>;

/** The lesson's candidates that can be used, best first, and how far their preparation is. @throws {ProblemError} not_found. */
export async function readQuestionBank(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  query: QuestionBankQuery,
): Promise<QuestionBank> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const { database } = dependencies;
  const [bank, rows, used, sections] = await Promise.all([
    readBankState(dependencies, lesson),
    listShownCandidates(database, lessonId, query),
    listUsedQuestions(database, lessonId),
    listLessonSections(dependencies, lesson),
  ]);
  const uses = indexUses(used);
  return { bank, candidates: rows.map((row) => presentCandidate(row, sections, uses)) };
}

/** None while the lesson has no text. */
async function listLessonSections(
  dependencies: Pick<Dependencies, 'database'>,
  lesson: { id: number; document_source_id: string | null },
): Promise<LessonSection[]> {
  if (lesson.document_source_id === null) return [];
  return listSections((await getLessonText(dependencies, lesson.id)).text.passages);
}

export async function readBankState(
  { database, config, writerName: writer }: Needed,
  lesson: { id: number; type: string },
): Promise<QuestionBankState> {
  const bank = await findBank(database, lesson.id);
  const { all, multipleChoice } = await countCandidates(database, lesson.id);
  const isAutomatic = config.preparesQuestions && lesson.type !== 'syllabus';
  const status = bank?.status ?? (isAutomatic ? 'waiting' : 'off');
  const missing = Math.max(0, (bank?.target_count ?? 0) - multipleChoice);
  const pace = status === 'preparing' ? await findPace(database, bank, writer) : null;
  return {
    lesson_id: lesson.id,
    status,
    ready_count: all,
    target_count: bank?.target_count ?? 0,
    seconds_left: pace === null ? null : Math.ceil(missing * pace),
    writer,
    note: bank?.note ?? null,
    note_coded: bank?.note_coded ?? null,
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

/** Which quizzes contain which question, by its fingerprint. */
export function indexUses(questions: readonly UsedQuestion[]): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const { question_set_id: id, name, text, type, key } of questions) {
    const options = key === null ? [] : [{ text: key, is_correct: true }];
    const fingerprint = fingerprintOf({ text, type, options });
    const found = uses.get(fingerprint) ?? [];
    if (found.some((use) => use.question_set_id === id)) continue;
    uses.set(fingerprint, [...found, { question_set_id: id, name }]);
  }
  return uses;
}

/** A quiz may contain the question as it was written, or as it was edited. */
export function usesOf(
  { fingerprint, question }: Pick<CandidateRow, 'fingerprint' | 'question'>,
  uses: ReadonlyMap<string, Uses>,
): Uses {
  const edited = fingerprintOf(question);
  const asWritten = uses.get(fingerprint) ?? [];
  if (edited === fingerprint) return asWritten;
  const asEdited = (uses.get(edited) ?? []).filter((use) =>
    asWritten.every((other) => other.question_set_id !== use.question_set_id),
  );
  return [...asWritten, ...asEdited];
}

export function presentCandidate(
  row: CandidateRow,
  sections: readonly LessonSection[],
  uses: ReadonlyMap<string, Uses>,
): BankCandidate {
  const { question } = row;
  return {
    id: row.id,
    lesson_id: row.lesson_id,
    text: question.text,
    type: question.type,
    blooms_taxonomy: question.blooms_taxonomy,
    difficulty: question.difficulty,
    outcome: question.outcome === null ? null : { short_name: question.outcome },
    options: question.options.map(({ text, is_correct: isCorrect }) => ({ text, is_correct: isCorrect })),
    explanation: question.explanation,
    evidence: question.evidence,
    flaws: [...question.flaws],
    key_points: [...question.key_points],
    rubric: question.rubric,
    written_by: row.written_by,
    section: row.section,
    section_title: sections[row.section]?.title ?? '',
    used_in: usesOf(row, uses),
    is_edited: row.edited_at !== null,
    created_at: row.created_at.toISOString(),
  };
}

/** What two questions are compared by: case, punctuation and spaces make no difference. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** In code, case and punctuation do make a difference. */
function normalizeStem(stem: string): string {
  const code = codeOfStem(stem);
  return code === '' ? normalize(stem) : `${normalize(wordsOfStem(stem))}\n${code}`;
}

export const fingerprintOfStem = (stem: string): string => hash(normalizeStem(stem));

/** Of stem and key: other wrong answers do not make another question, another key does. */
export function fingerprintOf({
  text,
  type,
  options,
}: Pick<ComposedQuestion, 'text' | 'type' | 'options'>): string {
  const key = options.find((option) => option.is_correct)?.text ?? '';
  return hash([type, normalizeStem(text), normalize(key)].join('\n'));
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
export async function exportQuestionBanks(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedCandidate[]> {
  return (await listCandidatesOf(database, actor.instructorId)).map((row) =>
    exportedCandidate.parse({ ...presentCandidate(row, [], new Map()), is_rejected: row.is_rejected }),
  );
}
