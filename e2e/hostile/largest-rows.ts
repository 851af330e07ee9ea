import type { Client } from 'pg';
import { CONVERSATION_MESSAGES_MAXIMUM } from '#contract/assistant.ts';
import { MINILM_DIMENSIONS, MINILM_NAME } from '#server/ai/minilm/minilm-protocol.ts';

/** The account whose rows are made, and the objects that calls name. */
export interface LargestRows {
  readonly course: number;
  readonly lesson: number;
  readonly questionSet: number;
  readonly conversation: number;
  readonly account: number;
}

/** Which id belongs in a path, by the beginning of the route. */
const IDS: readonly (readonly [route: string, of: keyof LargestRows])[] = [
  ['/api/admin/accounts/', 'account'],
  ['/api/courses/', 'course'],
  ['/api/lessons/', 'lesson'],
  ['/api/question-sets/', 'questionSet'],
  ['/api/assistant/conversations/', 'conversation'],
];

/** What a call needs in addition to its path. */
const queriesFor = ({ course, lesson, questionSet }: LargestRows): Record<string, string> => ({
  '/api/auth/oidc/start/': 'tab=0123456789abcdef',
  '/api/admin/accounts/': 'limit=100&order=storage',
  '/api/admin/jobs/': 'limit=500',
  '/api/admin/audit-log/': 'limit=100',
  '/api/lessons/by_course/': `course_id=${course}`,
  '/api/transcribe-video/check-by-lesson/': `lesson_id=${lesson}`,
  '/api/question-sets/by_lesson/': `lesson_id=${lesson}`,
  '/api/question-sets/by_question_set/': `question_set_id=${questionSet}`,
  '/api/search/': 'q=word&limit=50',
});

/** The path of a GET route, for these rows. */
export function pathOf(route: string, rows: LargestRows): string {
  const id = IDS.find(([beginning]) => route.startsWith(beginning))?.[1];
  const path = route.replace('{id}', id === undefined ? '' : String(rows[id])).replaceAll(/\{\w+\}/gu, '7');
  return `${path}?${queriesFor(rows)[route] ?? ''}`;
}

const MANY = 10_000;
const euro = (characters: number): string => `repeat('€', ${characters})`;
/** Words of five characters, as many as a transcript may have. */
const WORDS = 500_000;

/** Makes the largest rows that the calls of one account accept, 10,000 of each where no limit is lower. */
export async function makeLargestRows(client: Client, account: number): Promise<LargestRows> {
  const insert = async (statement: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await client.query<{ id: number }>(statement, [...values]);
    return rows[0]?.id ?? 0;
  };
  const course = await insert(
    `insert into courses (instructor_id, title, description, department)
     select $1, ${euro(300)}, ${euro(20_000)}, ${euro(200)} from generate_series(1, 1000) returning id`,
    [account],
  );
  await insert(
    `insert into outcomes (course_id, position, short_name, description)
     select id, position, 'LO' || position, ${euro(2_000)} from courses, generate_series(0, 9) as position
     where instructor_id = $1 on conflict do nothing`,
    [account],
  );
  const lessons = (into: string): string =>
    `insert into all_lessons (course_id, title, description, type, kind, source_url, audio_transcript, summary,
                              summary_points, topic, trashed_at)
     select $1, ${euro(300)}, ${euro(20_000)}, 'video', 'video', 'https://example.org/' || repeat('a', 4000),
       ${euro(2_000)}, ${euro(2_000)}, '[]', ${euro(200)}, ${into} returning id`;
  await insert(
    `insert into all_courses (instructor_id, title, description, department, trashed_at)
     select $1, ${euro(300)}, '', ${euro(200)}, now() from generate_series(1, ${MANY}) returning id`,
    [account],
  );
  await insert(lessons(`null from generate_series(2, 1000)`), [course]);
  await insert(lessons(`now() from generate_series(1, ${MANY})`), [course]);
  const lesson = await insert(lessons('null'), [course]);
  await makeTexts(client, account, lesson);
  const questionSet = await makeQuizzes(client, lesson);
  const conversation = await makeConversations(client, account);
  await makeAccountRows(client, account, lesson);
  return { course, lesson, questionSet, conversation, account };
}

async function makeTexts(client: Client, account: number, lesson: number): Promise<void> {
  // Embedded, so that the worker does not embed them for minutes.
  await client.query(
    `insert into document_sources (id, instructor_id, plain_text, spoken, page_count, recognition_key, embedded_by)
     values ('ds_largest', $1, repeat('word ', ${WORDS}), true, 2000, 'largest', $2)`,
    [account, MINILM_NAME],
  );
  await client.query(
    `insert into passages (docsource_id, position, section, heading, text, start_second, end_second, start_offset, end_offset,
                           embedding)
     select 'ds_largest', number, number, ${euro(300)}, 'word ' || repeat('word ', 199), number, number + 1, number, number + 1,
       decode(repeat('00', ${4 * MINILM_DIMENSIONS}), 'hex')
     from generate_series(0, ${MANY - 1}) as number`,
  );
  // In lines of five words, each with its confidences.
  await client.query(
    `insert into transcriptions (id, instructor_id, lesson_id, status, progress, plain_text, cues)
     select 'vid_largest', $1, $2, 'done', 100, repeat('word ', ${WORDS}), jsonb_agg(jsonb_build_object(
       'start_second', number, 'end_second', number + 1, 'text', 'word word word word word',
       'word_confidences', jsonb_build_array(50, 60, 70, 80, 90)))
     from generate_series(1, ${WORDS / 5}) as number`,
    [account, lesson],
  );
  await client.query(
    `insert into transcript_versions (transcription_id, version, cues, saved_at)
     select id, number, cues, now() from transcriptions, generate_series(1, 31) as number where id = 'vid_largest'`,
  );
  await client.query(
    `update all_lessons set docsource_id = 'ds_largest', video_id = 'vid_largest', summary = ${euro(200_000)},
       audio_transcript = repeat('word ', ${WORDS}), summary_points = made.points, key_terms = made.terms
     from (select jsonb_agg(jsonb_build_object('text', ${euro(2_000)}, 'evidence', evidence)) as points,
             jsonb_agg(jsonb_build_object('term', ${euro(200)}, 'definition', ${euro(2_000)}, 'evidence', evidence)) as terms
           from (select jsonb_build_object('quote', ${euro(2_000)}, 'passage_id', '1', 'page', null,
                   'start_second', 1, 'end_second', 2, 'changed', null) as evidence from generate_series(1, 200)) as each) as made
     where id = $1`,
    [lesson],
  );
  await client.query(
    `insert into recognized_pages (instructor_id, recognition_key, page, width, height, turned_degrees, confidence, words)
     select $1, 'largest', page, 600, 800, 0, 90, words
     from generate_series(1, 2000) as page,
       (select jsonb_agg(jsonb_build_array('word', 1.5, 2.5, 3.5, 4.5, 10, 90, 0)) as words from generate_series(1, 5000)) as made`,
    [account],
  );
}

const EVIDENCE = `jsonb_build_object('quote', ${euro(2_000)}, 'passage_id', '1', 'page', null, 'start_second', 1,
  'end_second', 2, 'changed', null)`;

async function makeQuizzes(client: Client, lesson: number): Promise<number> {
  // No question quotes them, so each is compared with all quotes.
  await client.query(
    `insert into question_banks (lesson_id, facts)
     select $1, jsonb_build_object('docsource_id', 'ds_largest', 'facts', jsonb_agg(jsonb_build_object(
       'statement', ${euro(2_000)}, 'context', ${euro(2_000)}, 'term', ${euro(200)}, 'kindred', '[]'::jsonb,
       'evidence', ${EVIDENCE} || jsonb_build_object('quote', number || ${euro(1_990)}))))
     from generate_series(1, 40) as number
     on conflict (lesson_id) do update set facts = excluded.facts`,
    [lesson],
  );
  await client.query(
    `insert into question_candidates (lesson_id, fingerprint, question, section, score, written_by)
     select $1, 'f' || number, jsonb_build_object('text', number || ${euro(1_990)}, 'type', 'multiple_choice',
         'blooms_taxonomy', 'remember', 'difficulty', 'easy', 'outcome', null, 'explanation', ${euro(2_000)},
         'options', (select jsonb_agg(jsonb_build_object('text', ${euro(500)}, 'is_correct', option = 1))
           from generate_series(1, 6) as option),
         'evidence', ${EVIDENCE}, 'flaws', '[]'::jsonb, 'key_points', '[]'::jsonb, 'rubric', null), 0, 1, 'composer'
     from generate_series(1, 300) as number`,
    [lesson],
  );
  const { rows } = await client.query<{ id: number }>(
    `insert into question_sets (lesson_id, name, answer_style, shortfall, saved_at)
     select $1, ${euro(300)}, 'multiple_choice', 'null', now() from generate_series(1, ${MANY}) returning id`,
    [lesson],
  );
  const largest = rows[0]?.id ?? 0;
  await client.query(
    `insert into all_question_sets (lesson_id, name, answer_style, shortfall, saved_at, trashed_at)
     select $1, ${euro(300)}, 'multiple_choice', 'null', now(), now() from generate_series(1, ${MANY})`,
    [lesson],
  );
  const columns = `question_set_id, position, text, type, blooms_taxonomy, difficulty, explanation, evidence, flaws,
    key_points, rubric, fingerprint`;
  await client.query(
    `insert into questions (${columns})
     select id, 0, 'Why?', 'essay', 'apply', 'easy', '', ${EVIDENCE}, '[]', '[]', null, 'f1'
     from question_sets where lesson_id = $1 and id <> $2`,
    [lesson, largest],
  );
  await client.query(
    `insert into questions (${columns})
     select $1, position, position || ' ' || repeat('stem ', 199), 'multiple_choice', 'apply', 'easy', ${euro(300)},
       ${EVIDENCE} || jsonb_build_object('quote', ${euro(400)}), '[]', '[]', null, 'f2'
     from generate_series(1, 100) as position`,
    [largest],
  );
  // With these, the questions have nearly as many characters as a quiz may have.
  await client.query(
    `insert into options (question_id, position, text, is_correct)
     select id, option, option || repeat(' words', 26), option = 1 from questions, generate_series(1, 8) as option
     where question_set_id = $1`,
    [largest],
  );
  await client.query(
    `insert into question_set_versions (question_set_id, version, questions, created_at)
     select $1, version, case when version <= 30 then made.questions else '[]' end, now()
     from generate_series(1, ${MANY}) as version,
       (select jsonb_agg(jsonb_build_object('id', null, 'text', text, 'type', type, 'blooms_taxonomy', 'apply',
          'difficulty', 'easy', 'outcome', null, 'options', (select jsonb_agg(jsonb_build_object('text', options.text,
          'is_correct', is_correct)) from options where question_id = questions.id), 'explanation', explanation,
          'evidence', evidence, 'key_points', key_points, 'rubric', rubric, 'written_by', 'instructor',
          'dismissed_flaws', '[]'::jsonb)) as questions from questions where question_set_id = $1) as made`,
    [largest],
  );
  await client.query(
    `insert into question_set_drafts (question_set_id, based_on_version, questions)
     select question_set_id, 1, questions from question_set_versions where question_set_id = $1 and version = 1`,
    [largest],
  );
  await client.query('update question_sets set version = $2 where id = $1', [largest, MANY + 1]);
  return largest;
}

async function makeConversations(client: Client, account: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into conversations (instructor_id, title)
     select $1, ${euro(300)} from generate_series(1, ${MANY}) returning id`,
    [account],
  );
  const largest = rows[0]?.id ?? 0;
  await client.query(
    `insert into messages (conversation_id, position, role, text, citations, statements, outcome)
     select $1, position, case when position % 2 = 0 then 'person' else 'assistant' end, ${euro(4_000)},
       (select jsonb_agg(jsonb_build_object('lesson_id', 1, 'lesson_title', ${euro(300)}, 'course_id', 1,
          'evidence', ${EVIDENCE} - 'changed')) from generate_series(1, 12)), '[]',
       case when position % 2 = 1 then 'answered' end
     from generate_series(0, ${CONVERSATION_MESSAGES_MAXIMUM - 1}) as position`,
    [largest],
  );
  return largest;
}

async function makeAccountRows(client: Client, account: number, lesson: number): Promise<void> {
  await client.query(
    `insert into sessions (id, user_id, device, expires_at)
     select gen_random_uuid(), $1, ${euro(100)}, now() + interval '1 day' from generate_series(1, ${MANY})`,
    [account],
  );
  await client.query(
    `insert into lesson_work (job_id, job_name, instructor_id, lesson_id, work, status, message)
     select 'j' || number, 'summarize', $1, $2, 'summary', 'running', ${euro(500)} from generate_series(1, ${MANY}) as number`,
    [account, lesson],
  );
  await client.query(
    `insert into pgboss.job (name, state, data, output)
     select 'transcribe-video', 'failed', jsonb_build_object('instructor_id', $1::int, 'video_id', 'vid_largest'),
       jsonb_build_object('message', ${euro(10_000)}) from generate_series(1, ${MANY})`,
    [account],
  );
  await client.query(
    `insert into stored_files (key, instructor_id, kind, content_type, original_name, size_bytes)
     select 'largest' || number, $1, 'document', 'text/plain', ${euro(255)}, 1 from generate_series(1, ${MANY}) as number`,
    [account],
  );
  await client.query(
    `insert into audit_log (action, outcome, actor_kind, actor_id, device)
     select 'sign_in', 'succeeded', 'account', $1, ${euro(200)} from generate_series(1, ${MANY})`,
    [account],
  );
  await client.query(
    `insert into invitations (id, token_hash, email, expires_at)
     select gen_random_uuid(), decode(md5(number::text), 'hex'), 'a' || number || '@example.test', now() + interval '1 day'
     from generate_series(1, ${MANY}) as number`,
  );
  await client.query(
    `insert into users (email, name, department, password_hash, api_key_hash, api_key_encrypted)
     select 'u' || number || '@example.test', ${euro(200)}, ${euro(200)}, 'x', decode(md5(number::text), 'hex'), '\\x00'
     from generate_series(1, ${MANY}) as number`,
  );
}
