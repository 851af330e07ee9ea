-- Everything outside the trash. A lesson is in the trash if its course is. A file is in use while a lesson has it or its text.
create view courses as
select id, instructor_id, title, description, department, is_pinned, created_at, updated_at, is_demo
from all_courses where trashed_at is null;

create view lessons as
select id, course_id, title, description, type, kind, file_key, source_url, audio_transcript, summary, summary_points,
       summary_length, key_terms, summary_note, docsource_id, video_id, transcription_error, created_at, updated_at,
       transcription_error_coded, summary_note_coded, summaries, position, topic, has_edited_terms
from all_lessons
where trashed_at is null and exists (select from courses where courses.id = all_lessons.course_id);

create view question_sets as
select id, lesson_id, job_id, name, answer_style, shortfall, saved_at, created_at, version, writer, requested_outcomes,
       owner_id, used_at, save_id
from all_question_sets where trashed_at is null;

create view available_files as
select * from stored_files
where not (
    exists (select from all_lessons as used where used.file_key = stored_files.key)
    or exists (select from all_lessons as used join document_sources on document_sources.id = used.docsource_id
               where document_sources.file_key = stored_files.key))
  or exists (select from lessons as used where used.file_key = stored_files.key)
  or exists (select from lessons as used join document_sources on document_sources.id = used.docsource_id
             where document_sources.file_key = stored_files.key);

create view available_sources as
select * from document_sources
where not exists (select from all_lessons where all_lessons.docsource_id = document_sources.id)
  or exists (select from lessons where lessons.docsource_id = document_sources.id);
