import type { SharedQuiz, SharedQuizSettings, SharedQuizState } from '#contract/shared-quizzes.ts';
import type { SharedQuizRow } from './shared-quiz.store.ts';

export const settingsOf = (
  row: Pick<SharedQuizRow, 'settings' | 'opens_at' | 'closes_at' | 'class_list_id'>,
): SharedQuizSettings => ({
  // Quizzes that were shared before there was a choice.
  draw_from: 'quiz',
  ...row.settings,
  opens_at: row.opens_at?.toISOString() ?? null,
  closes_at: row.closes_at?.toISOString() ?? null,
  class_list_id: row.class_list_id,
});

export function stateOf(row: Pick<SharedQuizRow, 'opens_at' | 'closes_at'>, now: Date): SharedQuizState {
  if (row.closes_at !== null && row.closes_at <= now) return 'closed';
  return row.opens_at !== null && row.opens_at > now ? 'scheduled' : 'open';
}

export const presentSharedQuiz = (
  row: SharedQuizRow,
  attempts: { all: number; open: number } = { all: 0, open: 0 },
  now = new Date(),
): SharedQuiz => ({
  id: row.id,
  code: row.code,
  question_set_id: row.question_set_id,
  lesson_id: row.lesson_id,
  name: row.name,
  state: stateOf(row, now),
  settings: settingsOf(row),
  version: row.version,
  question_count: row.question_count,
  is_outdated: row.copied_version < row.question_set_version,
  attempt_count: attempts.all,
  open_attempt_count: attempts.open,
  created_at: row.created_at.toISOString(),
  server_time: now.toISOString(),
});
