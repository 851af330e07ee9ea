import type { LessonEvent } from '../../../../contract/events.ts';
import type { Database } from '../../../database/database.ts';
import { announce } from '../../../events/event-bus.ts';
import { countCandidates } from './candidate.store.ts';
import { findBank, type QuestionBankRow } from './question-bank.store.ts';

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
    },
  });
}
