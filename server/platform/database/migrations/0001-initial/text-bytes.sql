-- The bytes of text that each account stores. Triggers append what a statement added or removed, so that no write is forgotten and
-- no transaction waits for another's count. A task of the worker adds up the entries.
create table text_bytes (
  instructor_id integer not null,
  bytes bigint not null
);
create index text_bytes_by_instructor on text_bytes (instructor_id);

-- Texts deleted with their account are not counted.
create function forget_text_bytes() returns trigger language plpgsql as $$
begin
  delete from text_bytes where instructor_id in (select id from old_rows);
  return null;
end $$;
create trigger forget_text_bytes after delete on users referencing old table as old_rows
for each statement execute function forget_text_bytes();

-- Arguments: the column that names the account, and the bytes of a row.
create function count_text() returns trigger language plpgsql as $$
declare
  added text := format('select %s as instructor_id, (%s)::bigint as bytes from new_rows', tg_argv[0], tg_argv[1]);
  removed text := format('select %s as instructor_id, -(%s)::bigint as bytes from old_rows', tg_argv[0], tg_argv[1]);
begin
  execute format(
    'insert into text_bytes select instructor_id, sum(bytes) from (%s) as changed
     where instructor_id in (select id from users) group by instructor_id having sum(bytes) <> 0',
    case tg_op when 'INSERT' then added when 'DELETE' then removed else added || ' union all ' || removed end);
  return null;
end $$;

-- A row counts 100 bytes and its texts. Called again for a table, it replaces what was counted before.
create function count_texts(counted text, owner text, variadic texts text[]) returns void language plpgsql as $$
declare
  bytes text := '100';
  each text;
  event text[];
begin
  foreach each in array texts loop
    bytes := bytes || format(' + coalesce(octet_length(%s), 0)', each);
  end loop;
  foreach event slice 1 in array array[
    ['insert', 'new table as new_rows'], ['delete', 'old table as old_rows'],
    ['update', 'old table as old_rows new table as new_rows']]
  loop
    execute format(
      'create or replace trigger count_text_%s after %s on %I referencing %s
       for each statement execute function count_text(%L, %L)', event[1], event[1], counted, event[2], owner, bytes);
  end loop;
end $$;

-- Rows whose parent goes first name their account themselves. Arguments: the parent's column with the account, the parent, the key.
create function name_owner() returns trigger language plpgsql as $$
declare
  owner integer;
begin
  execute format('select %I from %I where id = $1.%I', tg_argv[0], tg_argv[1], tg_argv[2]) using new into owner;
  new.owner_id := owner;
  return new;
end $$;
create trigger name_owner before insert on all_lessons
for each row execute function name_owner('instructor_id', 'all_courses', 'course_id');
create trigger name_owner before insert on all_question_sets
for each row execute function name_owner('owner_id', 'all_lessons', 'lesson_id');
create trigger name_owner before insert on messages
for each row execute function name_owner('instructor_id', 'conversations', 'conversation_id');
create trigger name_owner before insert on options
for each row execute function name_owner('owner_id', 'questions', 'question_id');
create trigger name_owner before insert on outcomes
for each row execute function name_owner('instructor_id', 'all_courses', 'course_id');
create trigger name_owner before insert on question_candidates
for each row execute function name_owner('owner_id', 'all_lessons', 'lesson_id');
create trigger name_owner before insert on question_set_drafts
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on question_set_stems
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on question_set_versions
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on questions
for each row execute function name_owner('owner_id', 'all_question_sets', 'question_set_id');
create trigger name_owner before insert on transcript_versions
for each row execute function name_owner('instructor_id', 'transcriptions', 'transcription_id');

select count_texts('all_courses', 'instructor_id', 'title', 'description');
select count_texts('outcomes', 'owner_id', 'description');
select count_texts('all_lessons', 'owner_id', 'title', 'description', 'source_url', 'audio_transcript', 'summary', 'summary_points::text', 'key_terms::text', 'summaries::text');
select count_texts('transcriptions', 'instructor_id', 'plain_text', 'cues::text');
select count_texts('transcript_versions', 'owner_id', 'cues::text');
-- Counted twice, because passages store the text again.
select count_texts('document_sources', 'instructor_id', 'plain_text', 'plain_text');
select count_texts('recognized_pages', 'instructor_id', 'words::text');
select count_texts('all_question_sets', 'owner_id', 'name', 'shortfall::text');
select count_texts('questions', 'owner_id', 'text', 'explanation', 'evidence::text', 'flaws::text', 'dismissed_flaws::text', 'key_points::text', 'rubric');
select count_texts('options', 'owner_id', 'text');
select count_texts('question_set_drafts', 'owner_id', 'questions::text');
select count_texts('question_set_versions', 'owner_id', 'questions::text');
select count_texts('question_set_stems', 'owner_id', 'fingerprint');
select count_texts('question_candidates', 'owner_id', 'question::text');
select count_texts('conversations', 'instructor_id', 'title');
select count_texts('messages', 'owner_id', 'text', 'citations::text', 'statements::text', 'nearest::text');
