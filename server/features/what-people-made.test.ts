import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { migrateToLatest } from '#server/platform/database/migrate.ts';
import { createEmptyTestDatabase } from '#server/testing/database.ts';

/**
 * The tables of teaching material: the columns that an instructor can fill or edit, and those that only Lectern writes. Add each new
 * column to one of the two. If an instructor can edit it, no generated content may overwrite it.
 */
const COLUMNS: Record<string, { person: string; lectern: string }> = {
  all_courses: {
    person: 'title description department is_pinned trashed_at',
    lectern: 'id instructor_id is_demo created_at updated_at',
  },
  outcomes: { person: 'position short_name description', lectern: 'course_id owner_id' },
  all_lessons: {
    person:
      'course_id title description type topic position file_key source_url trashed_at summary summary_points key_terms summaries has_edited_terms',
    lectern:
      'id kind audio_transcript summary_length summary_note summary_note_coded docsource_id video_id transcription_error transcription_error_coded created_at updated_at owner_id',
  },
  transcriptions: {
    person: 'cues plain_text version edited_at',
    lectern:
      'id instructor_id lesson_id file_key source_url access_token_hash status progress error error_coded duration_seconds recording passages_version created_at updated_at',
  },
  transcript_versions: { person: 'cues', lectern: 'transcription_id version saved_at owner_id' },
  all_question_sets: {
    person: 'name saved_at trashed_at version save_id',
    lectern:
      'id lesson_id job_id answer_style shortfall created_at writer requested_outcomes owner_id used_at',
  },
  question_set_drafts: {
    person: 'questions save_id',
    lectern: 'question_set_id based_on_version updated_at owner_id',
  },
  question_set_versions: { person: 'questions', lectern: 'question_set_id version created_at owner_id' },
  questions: {
    person:
      'position text type blooms_taxonomy difficulty outcome_short_name explanation evidence dismissed_flaws key_points rubric is_draft',
    lectern: 'id question_set_id flaws written_by fingerprint owner_id',
  },
  options: { person: 'position text is_correct', lectern: 'id question_id owner_id' },
  question_candidates: {
    person: 'question is_draft is_rejected edited_at',
    lectern:
      'id lesson_id fingerprint answer_style taxonomy_level section score written_by model_use created_at owner_id',
  },
  conversations: { person: 'title', lectern: 'id instructor_id created_at updated_at' },
  messages: {
    person: 'text scope',
    lectern:
      'id conversation_id position role outcome citations statements nearest written_by model_use note note_coded attempt created_at owner_id',
  },
};

/** Tables without anything that an instructor creates: accounts, files, text extracted from files, and bookkeeping. */
const OTHERS =
  'api_keys audit_log document_sources external_identities installation invitations language_model_budget language_model_settings language_model_use lesson_work maintenance passages password_resets question_banks question_set_stems rate_limits recognized_pages recovery_codes refresh_tokens registration_links resumable_uploads review_steps second_factors sessions sign_in_tickets stored_files summary_stretches text_bytes transcript_edits users';

/** An instructor asked for exactly this. */
const ASKED = 'asked';

/** Every statement that changes or deletes rows of these tables, and why it does not lose an instructor's work. */
const WRITERS: Record<string, string> = {
  // One statement for the tables of links and codes.
  'accounts/one-time-token.store.ts deleteToken': 'links and codes only',
  'accounts/one-time-token.store.ts deleteTokenById': 'links and codes only',
  'accounts/one-time-token.store.ts deleteTokensOf': 'links and codes only',
  'accounts/one-time-token.store.ts deleteTokensExpiredBefore': 'links and codes only',
  'assistant/conversation.store.ts setConversationTitle': ASKED,
  'assistant/conversation.store.ts deleteConversationRow': ASKED,
  'assistant/conversation.store.ts holdConversation': 'changes the time',
  'assistant/conversation.store.ts askAgain': ASKED,
  'assistant/conversation.store.ts replaceAnswer': 'replaces one of Lectern’s answers',
  'courses/course.store.ts updateCourseRow': ASKED,
  'courses/course.store.ts setCoursePinned': ASKED,
  'courses/course.store.ts replaceOutcomes': ASKED,
  'lessons/lesson.store.ts orderLessonRows': ASKED,
  'lessons/lesson.store.ts updateSummaryLines':
    'marks evidence, or removes the line that the instructor names',
  'lessons/lesson.store.ts updateLessonRow': ASKED,
  'lessons/lesson.store.ts giveDocumentSource': 'only where the lesson has no text',
  'quizzes/bank/candidate.store.ts updateCandidate': ASKED,
  'quizzes/bank/candidate.store.ts updateEvidence': 'marks evidence',
  'quizzes/bank/candidate.store.ts updateOutcome': 'changes the outcome, which no one can edit',
  'quizzes/bank/candidate.store.ts deleteUntouchedCandidates': 'only where no one edited the question',
  'quizzes/editing/question-editing.store.ts upsertDraft': ASKED,
  'quizzes/editing/question-editing.store.ts deleteDraft': ASKED,
  'quizzes/editing/question-editing.store.ts deleteThinnedVersions': 'thins versions behind the newest 50',
  'quizzes/editing/question-editing.store.ts raiseVersion': ASKED,
  'quizzes/editing/question-editing.store.ts deleteQuestions': 'after they were kept as a version',
  'quizzes/editing/question-editing.store.ts updateQuestionEvidence': 'marks evidence',
  'quizzes/editing/question-editing.store.ts updateDraftQuestions': 'marks evidence',
  'quizzes/editing/review.store.ts markDrafts': ASKED,
  'quizzes/editing/review.store.ts setRejected': ASKED,
  'quizzes/editing/review.store.ts deleteQuestion': 'after it was kept as a step of the review',
  'quizzes/editing/review.store.ts shiftQuestions': 'changes the order',
  'quizzes/outcome-names.store.ts renameOutcomesOfQuizzes': ASKED,
  'quizzes/outcome-names.store.ts renameOutcomesOfEdits': ASKED,
  'quizzes/outcome-names.store.ts renameOutcomesOfBank': ASKED,
  'quizzes/question-set.store.ts updateQuestionSetRow': ASKED,
  'quizzes/question-set.store.ts saveTouchedQuestionSet': 'saves the quiz',
  'quizzes/question-set.store.ts noteQuestionSetUsed': 'changes the time',
  'quizzes/question-set.store.ts deleteEmptyQuestionSets':
    'only where there is neither a question nor a draft',
  'summaries/summaries.store.ts keepSummary':
    'leaves edited lengths and key terms, unless the instructor agrees',
  'transcripts/editing/transcript-editing.store.ts storeEdits': ASKED,
  'transcripts/editing/transcript-editing.store.ts deleteOldVersions': 'keeps the newest 30 and the first',
  'transcripts/editing/transcript-editing.store.ts keepVersionsOfReplaced':
    'moves what was edited to the new transcript',
  'transcripts/editing/transcript-editing.store.ts setPassagesVersion': 'writes the text of the edited cues',
  'transcripts/transcription-of-lesson.store.ts setLessonTranscription': ASKED,
  'transcripts/transcription-of-lesson.store.ts setLessonTranscript':
    'the former transcript becomes an earlier version',
  'transcripts/transcription-of-lesson.store.ts setLessonTranscriptionError':
    'only a transcription that is not done',
  'transcripts/transcription-of-lesson.store.ts setBroughtTranscriptError': 'changes the message',
  'transcripts/transcription.store.ts updateProgress': 'only a transcription that is not done',
  'transcripts/transcription.store.ts finishTranscription': 'only a transcription that is not done',
  'transcripts/transcription.store.ts touchTranscription': 'changes the state',
  'transcripts/transcription.store.ts deleteUnusedTranscriptions':
    'after edited ones became earlier versions',
  'trash/trash.store.ts putRowIntoTrash': ASKED,
  'trash/trash.store.ts putUnusedQuizzesIntoTrash': 'only where no one edited or reviewed the quiz',
  'trash/trash.store.ts takeRowFromTrash': ASKED,
  'trash/trash.store.ts deleteTrashed': 'after 30 days in the trash, or when asked',
};

const wordsOf = (list: string): string[] => list.split(' ').toSorted();

test('every column is classified as editable or not', async () => {
  const empty = await createEmptyTestDatabase();
  await migrateToLatest(empty.connectionString);
  const database = openDatabase(
    openPool(empty.connectionString, { maximumConnections: 1, onError: () => undefined }),
  );
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    group by 1 order by 1`.execute(database);
  await database.destroy();
  await empty.drop();
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(COLUMNS), ...OTHERS.split(' ')].toSorted());
  for (const { name, columns } of rows) {
    const listed = COLUMNS[name];
    if (listed === undefined) continue;
    expect({ name, columns: columns.toSorted() }).toEqual({
      name,
      columns: wordsOf(`${listed.person} ${listed.lectern}`),
    });
  }
});

test('every statement that changes or deletes such rows explains why no work is lost', () => {
  const tables = [
    ...Object.keys(COLUMNS),
    ...['courses', 'lessons', 'question_sets'],
    String.raw`\$\{sql\.table\(table\)\}`,
  ].join('|');
  const statement = new RegExp(
    String.raw`(?:updateTable|deleteFrom)\((?:'(?:${tables})'|table)\)|\b(?:update|delete from) (?:${tables})(?=\s+(?:set|where|using)\b)|insertInto\('(?:${tables})'\)[^;]*doUpdateSet`,
    'gu',
  );
  const root = join(import.meta.dirname);
  const writers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\btesting\//u.test(path))
    .flatMap((path) => {
      const code = readFileSync(join(root, path), 'utf8');
      return [...code.matchAll(statement)].map(({ index }) => {
        const functions = code
          .slice(0, index)
          .matchAll(/^(?:export )?(?:async )?(?:function |const )(\w+)/gmu);
        return `${path} ${[...functions].at(-1)?.[1] ?? ''}`;
      });
    });
  // A new statement? Add who requested it, or how it preserves an instructor's work, and test that.
  expect([...new Set(writers)].toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});
