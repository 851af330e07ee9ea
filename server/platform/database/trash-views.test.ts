import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Who may read the tables that hold what is in the trash, too, and why. Everything else reads the views `courses`, `lessons`,
 * `question_sets`, `available_files` and `available_sources` of `0001-initial/trash.sql`, so it cannot find what is in the trash.
 */
const READERS: Record<string, Record<string, string>> = {
  all_courses: {
    'server/features/trash/trash.store.ts': 'lists, restores and removes the trash',
    'server/features/lessons/lesson.store.ts':
      'holds a lesson in or outside of the trash while a job decides',
  },
  all_lessons: {
    'server/features/trash/trash.store.ts': 'lists, restores and removes the trash',
    'server/features/lessons/lesson-content.store.ts':
      'keeps files and texts that a lesson in the trash uses',
    'server/features/lessons/lesson.store.ts': 'finishes an answer whose lesson goes to the trash',
    'server/features/lessons/present-lesson.ts': 'finishes an answer whose lesson goes to the trash',
    'server/platform/database/read-in-slices.ts': 'finishes an answer whose lesson goes to the trash',
  },
  all_question_sets: {
    'server/features/trash/trash.store.ts': 'lists, restores and removes the trash',
    'server/features/quizzes/editing/question-editing.store.ts':
      'also marks the evidence of quizzes in the trash',
    'server/features/quizzes/outcome-names.store.ts': 'also renames the outcomes of quizzes in the trash',
    'server/features/quizzes/question-set.store.ts': 'a page begins after a quiz that is in the trash by now',
  },
  stored_files: {
    'server/features/trash/trash.store.ts': 'sums the sizes of what is in the trash',
    'server/features/lessons/lesson-content.store.ts': 'deletes files that no lesson uses',
    'server/features/uploads/storage.store.ts': 'the trash counts towards the quota',
    'server/features/administration/storage.store.ts': 'the trash takes up space',
    'server/features/accounts/administered-account.store.ts': 'the trash takes up space',
    'server/features/uploads/stored-file.store.ts': 'writes files, and deletes those of an account',
    'server/commands/backup/make-backup.ts': 'a backup contains the trash',
    'server/commands/backup/load-archive.ts': 'a backup contains the trash',
  },
  document_sources: {
    'server/features/lessons/lesson-content.store.ts': 'deletes texts that no lesson uses',
    'server/features/lessons/recognized-page.store.ts': 'keeps pages that a text in the trash is made of',
    'server/features/lessons/passage.store.ts': 'writes texts',
    'server/features/uploads/stored-file.store.ts': 'deletes those of an account',
    'server/features/lessons/lesson.store.ts': 'joins the text of a lesson of the view',
    'server/search/postgres-vector-reader.ts': 'reads the texts of lessons that were listed by the view',
  },
};

const isCode = (path: string): boolean =>
  path.endsWith('.ts') &&
  !/\.test\.ts$|\/migrations\/|\/testing\//.test(path) &&
  path !== 'server/platform/database/schema.ts';

const files = ['server', 'tools/checks'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter(isCode),
);

test.each(Object.entries(READERS))('%s is read only where the trash must be seen', (table, readers) => {
  const named = new RegExp(`\\b${table}\\b`);
  const reading = files.filter((path) => named.test(readFileSync(join(ROOT, path), 'utf8')));
  // Another reader? Read the view instead, or say here why it must see the trash.
  expect(reading.sort()).toEqual(Object.keys(readers).sort());
});

test('rows that belong to a lesson are listed only with the lesson of the view, or by its id', () => {
  // These stores join `lessons` or are given the id of a lesson that was found there.
  const known = [
    'server/features/activity/lesson-work.store.ts',
    'server/features/courses/course-copy.store.ts',
    'server/features/dashboard/dashboard.store.ts',
    'server/features/lessons/doubted-cues.store.ts',
    'server/features/lessons/lesson-content.store.ts',
    'server/features/lessons/lesson.store.ts',
    'server/features/quizzes/bank/candidate.store.ts',
    'server/features/quizzes/bank/fact.store.ts',
    'server/features/quizzes/bank/question-bank.store.ts',
    'server/features/quizzes/editing/question-editing.store.ts',
    'server/features/quizzes/editing/review.store.ts',
    'server/features/quizzes/outcome-names.store.ts',
    'server/features/quizzes/question-set.store.ts',
    'server/features/transcripts/editing/transcript-editing.store.ts',
    'server/features/transcripts/transcription-of-lesson.store.ts',
    'server/features/transcripts/transcription.store.ts',
    'server/features/transcripts/transcriptions.ts',
    'server/platform/database/read-in-slices.ts',
  ];
  const tables =
    'transcriptions|transcript_edits|transcript_versions|question_sets|question_banks|question_candidates|lesson_work';
  const query = new RegExp(String.raw`'(?:${tables})(?:'| as )|(?:from|join|update|into) (?:${tables})\b`);
  const reading = files.filter((path) => query.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(reading.sort()).toEqual(known);
});
