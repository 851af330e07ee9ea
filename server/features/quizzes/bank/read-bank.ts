import type {
  QuestionBank,
  QuestionBankQuery,
  QuestionBankState,
} from '../../../../contract/question-bank.ts';
import { listSections, type LessonSection } from '../../../language/list-sections.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { getLessonText } from '../../lessons/get-lesson-text.ts';
import { getOwnLesson } from '../../lessons/get-own-lesson.ts';
import { countCandidates, listCandidates, listUsedQuestions } from './candidate.store.ts';
import { indexUses, presentCandidate } from './present-candidate.ts';
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
    listCandidates(database, lessonId, query),
    listUsedQuestions(database, lessonId),
    listLessonSections(dependencies, lesson),
  ]);
  const uses = indexUses(used);
  return { bank, candidates: rows.map((row) => presentCandidate(row, sections, uses)) };
}

/** None while the lesson has no text. */
export async function listLessonSections(
  dependencies: Pick<Dependencies, 'database'>,
  lesson: { id: number; docsource_id: string | null },
): Promise<LessonSection[]> {
  if (lesson.docsource_id === null) return [];
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
