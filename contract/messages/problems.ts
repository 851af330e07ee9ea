/**
 * What the server says when it refuses a call or a job fails, by the problem code that the answer carries. Each text says
 * what happened, what is safe and what to do. `{{name}}` is a parameter, `{{name, bytes}}` one with a format.
 */
export const PROBLEM_MESSAGES = {
  malformed_request: {
    address_unreadable: 'The address contains invalid characters.',
    body_empty: 'The body is empty. Send JSON.',
    form_broken: 'The form is damaged or ends too early. Send the file again.',
    json_invalid: 'The body is not valid JSON.',
    not_http: 'This is not an HTTP request.',
    request_not_understood: 'The request cannot be understood.',
  },
  invalid_credentials: {
    invalid_credentials: 'Invalid credentials. Please check your email and password.',
  },
  not_authenticated: {
    api_key_of_other_account: 'The API key and the access token belong to different accounts.',
    api_key_required: 'An API key is required for uploads.',
    metrics_token_required: 'Send the METRICS_TOKEN as a bearer token.',
    sign_in_first: 'Sign in, or send an API key.',
  },
  token_invalid: {
    access_token_expired: 'The access token is no longer valid. Refresh it or sign in.',
    account_gone: 'This account no longer exists. Sign in with another one.',
    provider_sign_in_expired: 'This sign-in has expired or was started elsewhere. Sign in again.',
    session_ended: 'This session has ended. Sign in again; your work is safe.',
    sign_in_expired: 'This sign-in has expired. Enter your email and password again.',
  },
  second_factor_required: {
    code_to_sign_in: 'Enter the code of your authenticator app, or a recovery code, to sign in.',
  },
  account_inactive: {
    account_deactivated:
      'This account is disabled. Nothing in it was deleted; ask an administrator to enable it again.',
  },
  two_factor_setup_required: {
    second_factor_setup_required:
      'Your administrator requires a second factor. Set it up first; your work is safe.',
  },
  not_allowed: {
    administrators_only: 'Only administrators can do this. Ask one of them.',
    local_accounts_off:
      'This Lectern has no passwords; people sign in with their institution. Nothing was changed.',
    sign_in_to_administer: 'Sign in to administer Lectern. An API key is not enough.',
  },
  registration_closed: {
    first_administrator_missing:
      'This Lectern has no administrator yet. If you installed it, register with the link in its log.',
    registration_by_invitation: 'Registration is by invitation. Ask an administrator for a link.',
    registration_closed: 'Registration is closed. Ask an administrator for an account.',
  },
  not_found: {
    account_not_found: 'There is no such account.',
    address_empty: 'There is nothing at this address.',
    document_not_in_lesson: 'This lesson has no such document.',
    file_link_expired: 'This link is no longer valid. Open the lesson again to get a new one.',
    invitation_not_found: 'There is no such invitation.',
    job_not_found: 'There is no such job.',
    lesson_deleted: 'The lesson has been deleted. Look for it in the trash to restore it.',
    no_sign_in_provider: 'This Lectern has no sign-in provider. Sign in with a password.',
    own_answer_not_found: 'There is no such answer, or it is not yours.',
    own_api_key_not_found: 'There is no such API key, or it is not yours.',
    own_conversation_not_found: 'There is no such conversation, or it is not yours.',
    own_course_not_found: 'There is no such course, or it is not yours.',
    own_document_not_found: 'There is no such document, or it is not yours.',
    own_file_not_found: 'There is no such file, or it is not yours.',
    own_changed_evidence_not_found:
      'You have already kept, replaced or removed this line, perhaps in another tab. Reload the page.',
    own_lesson_not_found: 'There is no such lesson, or it is not yours.',
    own_page_not_found: 'There is no such page, or it is not yours.',
    own_question_not_found: 'There is no such question, or it is not yours.',
    own_question_set_not_found: 'There is no such question set, or it is not yours.',
    own_session_not_found: 'There is no such session, or it is not yours.',
    own_transcription_not_found: 'There is no such transcription, or it is not yours.',
    own_trashed_course_not_found: 'There is no such course in the trash, or it is not yours.',
    own_trashed_lesson_not_found: 'There is no such lesson in the trash, or it is not yours.',
    own_trashed_question_set_not_found: 'There is no such quiz in the trash, or it is not yours.',
    own_upload_not_found: 'There is no such upload, or it is not yours.',
    own_version_not_found: 'There is no such version of this quiz, or it is not yours.',
    own_transcript_version_not_found: 'This version of the transcript is no longer kept. Choose a newer one.',
    quiz_deleted: 'The quiz has been deleted. Look for it in the trash to restore it.',
    work_deleted: 'This was about something that has been deleted.',
  },
  method_not_allowed: {
    method_not_allowed: 'This address does not support this method.',
  },
  not_acceptable: {
    form_not_available: 'This answer is not available in the form that was requested.',
  },
  request_timeout: {
    request_too_slow: 'The request took too long to arrive. Check your connection, then try again.',
  },
  conflict: {
    language_model_from_environment:
      'The language model is set by environment variables ({{variables, list}}). Nothing was changed; remove them and restart Lectern to choose it here.',
    bank_without_replacement:
      'The question bank has no other question for this quiz. Generate more questions, or keep or remove this one.',
    evidence_action_impossible:
      'This line has changed since you opened the page, so nothing was done. Reload the page and decide again.',
    last_question_of_quiz:
      'This is the last question of the quiz. Delete the quiz instead, or replace the question.',
    api_keys_exhausted: 'You have {{count}} API keys. Revoke one that you no longer use.',
    candidate_outdated:
      'The lesson’s text has changed, and no longer contains the words that this question is based on.',
    conversation_too_long:
      'This conversation has {{maximum}} messages. Nothing was lost; ask in a new conversation.',
    courses_too_many:
      'You have {{maximum}} courses, the most that an account can have. Delete one that you no longer use.',
    lessons_too_many:
      'This course has {{maximum}} lessons, the most that a course can have. Add the lesson to another course.',
    course_changed_elsewhere:
      'This course was changed elsewhere since you opened it. Load the newer version, or save again to overwrite it.',
    identity_already_linked: 'This account of the sign-in provider is already linked to an account.',
    job_already_ended: 'The job has already ended. Reload the page to see how.',
    job_has_not_failed: 'Only a job that has failed can be retried.',
    last_administrator: 'This is the only administrator. Make someone else an administrator first.',
    not_last_question:
      'Only the last question of a conversation can be answered again. Ask this one as a new question.',
    not_on_yourself: 'You cannot disable, demote or delete yourself here. Ask another administrator.',
    password_changed_elsewhere: 'The password was just changed elsewhere. Sign in with that one.',
    question_asked_again: 'This question has been asked again since. See the newer answer.',
    quiz_edited_elsewhere:
      'This quiz was edited elsewhere since you opened it. Load the newer edits, or save again to overwrite them.',
    quiz_published_elsewhere:
      'This quiz was published again elsewhere since you opened it. Load the newer version before you continue.',
    reset_link_for_disabled: 'The account is disabled. Enable it before you create a reset link.',
    second_factor_off: 'The second factor is not turned on. Set it up first.',
    second_factor_required_here:
      'Your administrator requires the second factor. You can move it to another phone instead.',
    registration_without_link: 'This Lectern sends no mail. Register with an email address and a password.',
    set_up_not_started: 'The setup was not started, or was restarted elsewhere. Start it again.',
    transcript_edited_elsewhere:
      'This transcript was changed elsewhere since you opened it. Load the newer version before you continue.',
    transcription_not_repeatable:
      'This transcription failed for good or was deleted. Its instructor can start it again from the lesson.',
    upload_incomplete:
      'The upload has {{receivedBytes}} of {{sizeBytes}} bytes. Send the rest, then finish it.',
    upload_offset: 'The upload has {{receivedBytes}} bytes. Continue from there.',
    upload_taken_over: 'Another request has continued this upload. Ask how far it is.',
  },
  transcript_missing: {
    transcript_not_editable:
      'This transcript has no times, so it cannot be corrected line by line. Replace it with one that has times.',
    lesson_without_text: 'The lesson has no text yet. Transcribe or ingest it first.',
    lesson_without_text_for_bank:
      'This lesson has no text yet. Transcribe or ingest it first, then prepare questions.',
    lesson_without_text_for_quiz:
      'This lesson has not been transcribed or ingested yet. Please transcribe (for video) or ingest (for PDF) before generating a quiz.',
    lesson_without_transcript: 'This lesson has no transcript yet. Create its transcription first.',
  },
  unsupported_protocol_version: {
    tus_version: 'Send the header Tus-Resumable: {{version}}.',
  },
  payload_too_large: {
    file_too_large: 'The file is larger than {{limitBytes, bytes}}, the maximum. Nothing was kept.',
    request_too_large: 'The request is larger than this address accepts.',
    upload_too_fragmented: 'The upload has too many small pieces. Start it again.',
    upload_too_long: 'The upload is larger than was announced.',
  },
  storage_quota_exceeded: {
    storage_quota_exceeded:
      'You have {{leftBytes, bytes}} of {{limitBytes, bytes}} of storage left. Nothing was kept; delete lessons that you no longer need, empty the trash, then try again.',
    storage_quota_exceeded_by_file:
      'You have {{leftBytes, bytes}} of {{limitBytes, bytes}} of storage left and the file takes {{fileBytes, bytes}}. Nothing was kept; delete lessons that you no longer need, empty the trash, then upload it again.',
  },
  unsupported_media_type: {
    bytes_expected: 'Send the bytes as {{type}}.',
    json_expected: 'Send the body as application/json.',
  },
  unsupported_file_type: {
    address_of_other_type: 'The address does not lead to a PDF or text file. Link to the file itself.',
    file_is_archive: 'This file is an archive. Unpack it and upload the MP4, PDF and TXT files in it.',
    file_is_film:
      'This video is not an MP4 file. Convert it to MP4 first, for example with HandBrake or “Convert / Save” in VLC, and upload that file.',
    file_is_office:
      'This file is a document of an office program. Open it there, choose “Save as” or “Export”, then PDF, and upload that file.',
    file_is_picture:
      'This file is a picture. Open it, print it to a PDF and upload that file; Lectern recognizes the text in it.',
    file_is_sound:
      'This file is a sound recording. Convert it to MP4 first, for example with “Convert / Save” in VLC, and upload that file.',
    file_is_markup:
      'This file is a web page or a script; it may be the error page of a failed download. Download the file again, or open the page in a browser, print it to a PDF and upload that file.',
    file_under_other_name:
      'The name of this file does not fit its content. Change the ending of the name to .{{extension}} and upload the file again.',
    unsupported_file_type: 'Unsupported file type. Please select MP4, PDF, or TXT files.',
  },
  document_without_text: {
    transcript_without_text:
      'The transcript contains no readable text. Choose another file, or paste the text.',
  },
  document_unreadable: {},
  document_encrypted: {},
  subtitles_unreadable: {},
  captions_unavailable: {},
  address_not_allowed: {},
  download_failed: {},
  nothing_to_work_with: {
    summary_code_or_numbers:
      'Lectern cannot summarize numbers or code, and found little else here. Nothing was changed.',
    summary_no_statements:
      'Lectern could find no sentences here that make sense on their own in a summary. Nothing was changed.',
    summary_no_words: 'Lectern could find no words to summarize here. Nothing was changed.',
    summary_not_english:
      'The lesson does not seem to be in English sentences, and only those can be summarized. Nothing was changed.',
    summary_transcript_uncertain:
      'This transcript contains too many uncertain words to summarize. Nothing was changed; correct the underlined words, then try again.',
  },
  upload_busy: {
    upload_busy: 'Another request is working on this upload. Try again in a moment.',
    upload_continued_elsewhere: 'Another request continues this upload.',
  },
  range_not_satisfiable: {
    range_beyond_end: 'The file ends before the requested part.',
  },
  too_many_requests: {
    exports_too_often: 'Your data was exported several times within the hour. Try again later.',
    failed_logins: 'Too many failed logins. Wait, then try again; your account is safe.',
    own_answers_running:
      'Too many of your questions are being answered at once. Wait for one of the answers.',
    own_calls_too_often: 'You are calling too often. Nothing was changed; wait a moment, then try again.',
    own_jobs_queued:
      'Too many of your jobs are queued. Nothing was changed; try again when some of them are done.',
    own_large_texts:
      'You are sending several large texts at once. This one was not saved; send it again in a moment.',
    own_long_lessons:
      'You are opening several long lessons at once. Nothing was changed; try again in a moment.',
    own_queries_waiting:
      'Too many of your requests are waiting for the database. Nothing was changed; try again in a moment.',
    own_requests_running:
      'Too many of your requests are running. Nothing was changed; try again in a moment.',
    own_uploads_running:
      'Too many of your uploads are running. Nothing was kept; try again when one has finished.',
    password_resets_too_often: 'Too many password resets from this network. Try again later.',
    registrations_too_often: 'Too many registrations from this address. Try again later.',
    tabs_open: 'Too many tabs are open. Close some.',
    uploads_unfinished:
      'You have {{count}} unfinished uploads. Finish or cancel one, or wait until they expire.',
    work_too_often: 'You have requested this very often within the hour. Nothing is lost; try again later.',
    wrong_codes: 'Too many wrong codes. Wait, then try again; your account is safe.',
    wrong_passwords: 'Too many wrong passwords. Wait, then try again; nothing was changed.',
  },
  headers_too_large: {
    headers_too_large: 'The headers of the request are too large.',
  },
  client_disconnected: {
    upload_stopped: 'The upload stopped before it was complete.',
  },
  internal_error: {
    internal_error: 'Something went wrong inside Lectern. Nothing you saved is lost; try again.',
  },
  job_failed: {
    cancelled_by_administrator: 'An administrator cancelled this. Nothing was lost; try again.',
    job_failed: 'This failed several times. Nothing you saved is lost; try again later.',
    job_interrupted: 'This was interrupted. Nothing you saved is lost; try again.',
  },
  model_unavailable: {},
  service_unavailable: {
    busy_or_starting: 'Lectern is busy or starting. Try again in a moment.',
    database_unreachable: 'The database cannot be reached. Try again in a moment.',
    file_store_unreachable: 'The file store cannot be reached, so nothing was stored. Try again in a moment.',
    job_queue_unreachable: 'The job queue cannot be reached. Try again in a moment.',
    large_texts_arriving:
      'Many large texts are arriving at once. This one was not saved; send it again in a moment.',
    process_stopping: 'This process is stopping; another one serves. Try again in a moment.',
    server_stopping: 'The server is stopping. Continue in a moment.',
    very_busy: 'Lectern is very busy. Nothing was changed; try again in a moment.',
    uploads_running: 'Many files are being uploaded. Nothing was kept; try again in a moment.',
  },
  storage_full: {
    disk_full: 'The server has no space left to save this. Tell its operator.',
    disk_nearly_full:
      'The server is short of disk space and stores nothing new for now. Everything you saved is safe; tell its operator, and try again later.',
    file_store_full: 'The server has no space left for files. Tell its operator.',
  },
} as const;
