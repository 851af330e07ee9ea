/**
 * What the server says about a lesson's work: progress, why something is missing, why something failed. The sentences are
 * stored with their codes. Those without a full stop begin other sentences (`{{why, message}}`).
 */
export const NOTES = {
  // Progress
  page_recognizing: 'Recognizing page {{page}} of {{pageCount}}',
  question_ready: '{{ready}} of 1 question ready',
  questions_ready: '{{ready}} of {{questionCount}} questions ready',
  questions_ready_minutes: '{{ready}} of {{questionCount}} questions ready, about {{minutes}} minutes left',
  questions_ready_seconds: '{{ready}} of {{questionCount}} questions ready, about {{seconds}} seconds left',
  questions_ready_soon: '{{ready}} of {{questionCount}} questions ready, a few seconds left',

  // The state of Lectern
  health_database: 'The database cannot be reached. Check that PostgreSQL is running, and DATABASE_URL.',
  health_disk: 'The disk cannot be reached. Check that DATA_DIR exists and that Lectern may write there.',
  health_disk_full: 'The disk is nearly full. Uploads are refused until there is more room.',
  health_file_store: 'The file store cannot be reached. Check its address and its keys.',
  health_job_queue:
    'The job queue cannot be reached. It is in the database: check that PostgreSQL is running.',
  gguf_unknown: 'The file {{name}} is not a GGUF language model that Lectern can read. Choose another file.',
  gguf_unreadable:
    'The language model file {{name}} does not exist or cannot be read. Choose another file under Administration → Language model, or in LANGUAGE_MODEL.',
  gguf_without_chat_template:
    'The language model file {{name}} has no chat template: it is not made to follow instructions. Choose an instruct or chat model.',
  model_missing: '{{model}} is not downloaded yet. Run: {{command}}',
  model_without_room:
    '{{model}} was not downloaded: it needs {{memoryNeeded}} GB of free memory and {{diskNeeded}} GB of free disk space, and this computer has {{memory}} GB and {{disk}} GB. Lectern works without it. To use it, free up memory or disk space and restart Lectern, or connect another language model.',
  model_not_fetched: '{{model}} could not be fetched. {{reasons}} Run: {{command}}',

  // Language models
  administrator_named: 'the administrator {{name}}',
  administrator_unnamed: 'an administrator',
  model_account_budget_spent:
    'Your monthly budget for the language model is used up until {{until, date}}, unless {{who, message}} raises it',
  model_answers_unusable: 'The answers of the language model could not be used',
  model_budget_spent:
    'This installation’s monthly budget for the language model is used up until {{until, date}}, unless {{who, message}} raises it',
  model_busy: 'The language model accepts no more requests now',
  model_failed: 'The language model failed',
  model_found_no_answer: 'The language model found no answer in your lessons',
  model_gave_no_answer: 'The language model gave no answer',
  model_key_refused: 'The language model service rejected its key',
  model_not_ready: 'The local language model is not ready',
  model_redirected: 'The language model service has moved to another address',
  model_stopped: 'The language model stopped',
  model_timeout: 'The language model did not answer in time',
  model_unknown: 'The language model service does not know the model',
  model_unreachable: 'The language model could not be reached',
  model_unsupported: 'Your lessons support no sentence of the language model',
  model_unavailable: '{{why, message}}.',

  // Connecting a language model
  connect_blocked:
    'Lectern does not allow connections to {{address}}. Enter the address of a language model service.',
  connect_busy:
    'This key has reached the rate limit of the service. Wait a minute and test again, or raise the limit in your account there.',
  connect_context_small:
    '{{model}} has a context window of {{tokens}} tokens, and Lectern needs {{needed}} for a section of a lesson and its answer. Choose a model with a larger context window.',
  connect_context_refused:
    'A section of a lesson does not fit into the context window of this model. Choose a model with a larger one, or raise the context length in the service to 8,192 tokens or more.',
  connect_failed: 'The service returned an error instead of a question. Check its log, then test again.',
  connect_host_unknown:
    'There is no host named {{host}}. Check the address for typos, or enter the IP address of the machine.',
  connect_certificate:
    'The certificate of {{host}} cannot be verified. Use the host name that it was issued for, or, on a network that you trust, an http:// address.',
  connect_key_missing: 'The service requires an API key. Create one there and paste it here.',
  connect_key_refused:
    'The service rejected the key. Copy the whole key again, and check that it belongs to this service and has not been revoked.',
  connect_local_failed:
    'The model on this computer did not start. Choose a smaller model or free up memory, then test again. If you chose your own file, download it again: it may be incomplete.',
  connect_model_unknown: 'The service has no model named {{model}}. Choose one from the list.',
  connect_model_not_pulled:
    'Ollama has not downloaded {{model}} yet. Run this where Ollama runs: ollama pull {{model}}',
  connect_no_credit: 'Your account with the service has no credit left. Add credit, then test again.',
  connect_no_models: 'The service has no models yet. Download one there, then load the list again.',
  connect_no_question: 'The model answered, but Lectern rejected all its questions. Choose a stronger model.',
  connect_redirected:
    '{{address}} redirects to {{location}}. Lectern does not follow redirects, because they could send the key elsewhere. Enter the address that the service itself uses.',
  connect_refused: 'Nothing answers at {{address}}. Start the service, or correct the address and port.',
  connect_refused_in_container:
    'Nothing answers at {{address}}. Lectern runs in a container, where {{host}} is the container itself. For a service on the same machine, use {{suggestion}}, and make the service listen on all addresses (Ollama: OLLAMA_HOST=0.0.0.0).',
  connect_schema:
    'The model does not follow the answer format that Lectern requires. Choose a larger or newer model, such as one with 7 billion parameters or more.',
  connect_thinking:
    'The model used up its whole answer on reasoning. Turn off reasoning (“thinking”) in the service, or choose a model without it.',
  connect_timeout:
    'The service did not answer in time. The first call can be slow while the model loads, so test again. If it stays slow, choose a smaller model or a longer time limit.',
  connect_truncated:
    'The answers of the model were cut off. Choose a model with a higher output limit, or raise the limit in the service.',
  connect_unreachable:
    '{{address}} cannot be reached ({{code}}). Check the network and the firewall between Lectern and the service.',
  connect_wrong_address:
    'What answers at {{address}} is not a language model service. Copy the base URL from the documentation of the service; it often ends in /v1.',
  model_no_credit: 'The account of the language model service has no credit left',
  model_context_small: 'The text does not fit into the context window of the language model',
  model_wrong_address: 'What answers at the configured address is not a language model service',

  // Questions
  bank_failed:
    'The preparation failed several times. The questions written so far are safe; prepare again later.',
  bank_interrupted:
    'The preparation was interrupted. The questions written so far are safe; prepare again to continue.',
  further_question_none:
    'Lectern could write no other good question here. Write one yourself, choose a sentence to ask about, or try again.',
  question_difficulty_easy: 'easy',
  question_difficulty_hard: 'hard',
  question_difficulty_medium: 'medium',
  questions_beyond_small_model:
    'The small language model on this computer writes only easy and medium multiple-choice questions for remembering and understanding. Connect a stronger language model for other questions, or write them yourself.',
  questions_english_only:
    'The small language model on this computer writes questions about English text only. Connect a stronger language model, or write questions yourself.',
  questions_few:
    'Lectern could write only {{count}} good questions here. Write one yourself, choose a sentence to ask about, or try again.',
  questions_few_of_difficulty:
    'Lectern could write only {{count}} {{difficulty, message}} questions here. Choose another difficulty, write a question yourself, or try again.',
  questions_few_for_outcomes:
    'Lectern could write no more questions that test these learning outcomes. Choose other criteria, write a question yourself, or try again.',
  questions_no_more: '{{why, message}}, so Lectern wrote no more questions.',
  questions_none:
    'Lectern could write no good question here. Write one yourself, choose a sentence to ask about, or try again.',
  questions_none_of_difficulty:
    'Lectern could write no {{difficulty, message}} question here. Choose another difficulty, write a question yourself, or try again.',
  questions_one:
    'Lectern could write only one good question here. Write one yourself, choose a sentence to ask about, or try again.',
  questions_one_of_difficulty:
    'Lectern could write only one {{difficulty, message}} question here. Choose another difficulty, write a question yourself, or try again.',
  questions_without_model:
    'Lectern writes questions only with a language model. Connect one, or write questions yourself about the facts in this lesson.',

  // Summaries
  summary_deadline:
    'The language model did not finish in time, and continues where it stopped when you generate the summary again',
  summary_incomplete: 'The language model left parts of the lesson out',
  summary_partly_refused: 'Some sections of the model’s summary did not pass the checks',
  summary_partly_without_model:
    '{{why, message}}; {{count}} of {{pointCount}} points are sentences of the lesson.',
  summary_refused: 'No sentence of the language model passed the checks',
  summary_transcript_rough:
    'The speech recognition is unsure of {{percent}} % of this transcript, so this summary leaves out sentences with many uncertain words. Correct the underlined words, then create the summary again.',
  summary_without_model: '{{why, message}}, so Lectern chose sentences of the lesson instead.',

  // Answers
  answer_failed:
    'Something went wrong inside Lectern, so the answer ends here. Your question is safe; ask it again.',
  answer_interrupted:
    'Lectern is restarting, so the answer stopped. Your question is safe; ask it again in a moment.',
  answer_partly_without_model:
    'The language model stopped, so the rest of this answer is in the words of your lessons.',
  answer_sentence_left_out:
    'One sentence of the language model was left out, because the lessons do not say it.',
  answer_sentences_left_out:
    '{{count}} sentences of the language model were left out, because the lessons do not say them.',
  answer_without_model: '{{why, message}}, so this answer is in the words of your lessons.',

  // Transcriptions
  captions_address:
    'This address does not lead to a video on YouTube. Paste the transcript, or upload it as a TXT, SRT or VTT file.',
  captions_empty:
    'YouTube sent no captions for this video. Paste the transcript, or upload it as a TXT, SRT or VTT file.',
  captions_hidden:
    'YouTube does not show this video to everyone. Paste the transcript, or upload it as a TXT, SRT or VTT file.',
  captions_missing:
    'This video has no captions on YouTube. Paste the transcript, or upload it as a TXT, SRT or VTT file.',
  captions_not_fetched:
    'The captions of this video could not be fetched from YouTube. Paste the transcript, or upload it as a TXT, SRT or VTT file.',
  media_damaged:
    'This file cannot be played: it is damaged, incomplete or not a video. Upload another copy. If recording was interrupted, have the program that recorded it repair the file first.',
  media_memory:
    'Reading this file takes more memory than allowed. Export the video as MP4 again and upload the new file.',
  media_time: 'Reading this file takes too long. Export the video as MP4 again and upload the new file.',
  media_too_long: 'This video is longer than {{hours}} hours. Split it into shorter videos and upload those.',
  media_undecodable:
    'The sound of this file could not be read. Export the video as MP4 again and upload the new file.',
  media_without_sound: 'This video has no sound track, so there is nothing to transcribe.',
  media_without_speech:
    'No speech was found in this video. Check that its sound can be heard, or paste a transcript.',
  speech_model_missing: 'The speech model is not ready yet. Try again in a minute.',
  speech_model_unavailable:
    'The speech model could not be downloaded. The video is safe; ask the operator of this server to download the model, then try again.',
  speech_service_key_refused:
    'The transcription service rejects the API key of this Lectern. The video is safe; ask its operator to check TRANSCRIPTION_BASE_URL, then try again.',
  speech_service_refused:
    'The transcription service rejected the request (status {{status}}). The video is safe; ask the operator of this Lectern to check the address and the model of the service, then try again.',
  speech_service_unreadable: 'The transcription service gave an answer that cannot be read. Try again later.',
  speech_service_slow:
    'The transcription service did not answer within {{seconds}} seconds. Try again later.',
  speech_service_unavailable:
    'The transcription service is not available now (status {{status}}). Try again later.',
  speech_service_unreachable: 'The transcription service cannot be reached. Try again later.',
  subtitles_without_cues:
    'No captions were found: line {{line}} is not followed by any timed text. Correct the file, or upload the transcript as plain text.',
  subtitles_without_text:
    'No captions were found: line {{line}} has times but no text follows. Correct the file, or upload the transcript as plain text.',
  subtitles_without_times:
    'No captions were found: line {{line}} does not contain two times such as 00:01:02,500 --> 00:01:05,000. Correct the line, or remove its arrow if this is plain text.',
  subtitles_named_only:
    'No captions were found: the file is named like a subtitle file but contains no times such as 00:01:02,500 --> 00:01:05,000. Choose the subtitles of this video, or upload the transcript as a TXT file.',
  transcript_not_read:
    'Reading the transcript failed several times. The lesson keeps what it had; save the transcript again.',
  transcription_failed: 'The transcription failed several times. The video is safe; try again later.',
  transcription_interrupted: 'The transcription was interrupted. The video is safe; try again.',
  video_gone: 'The video file is gone. Upload it again.',

  // Documents
  document_damaged:
    'The file is damaged or is not a PDF. Open it in a PDF reader, save it again and upload that copy.',
  document_empty: 'The file is empty. Choose a file with text.',
  document_encrypted:
    'The PDF is protected with a password. Save a copy without the password and upload that.',
  document_encoding_uncertain:
    'This text is probably encoded as {{encoding}}, but Lectern cannot be certain. Open it in a text editor, save it as UTF-8 and upload that file.',
  document_encoding_unknown:
    'The encoding of this text is unknown, so Lectern would read it as garbled text. Open it in a text editor that shows it correctly, save it as UTF-8 and upload that file.',
  document_language_missing:
    'Text recognition lacks a language. The operator of this server can install it, or change OCR_LANGUAGES.',
  document_language_not_installed:
    'Text recognition is set up for the language "{{language}}", which is not installed. The operator of this server can install the npm package @tesseract.js-data/{{language}}, put {{language}}.traineddata into the folder "{{folder}}" of MODELS_DIR, or change OCR_LANGUAGES.',
  document_memory:
    'Reading the PDF took more memory than is allowed. Print it to a new PDF, or split it, and upload that.',
  document_not_text: 'The file is not plain text. Save it as a plain text (TXT) file and upload that.',
  document_pages_too_many: 'The PDF has more than 2,000 pages. Split it and upload the parts.',
  document_scans_too_many:
    'The PDF has more than 1,000 scanned pages, and recognizing them would take hours. Split it and upload the parts.',
  document_scans_too_slow:
    'Recognizing the scanned pages took more time or memory than is allowed. Save their pictures at 300 dots per inch and upload that.',
  document_scans_unreadable:
    'The text on the scanned pages could not be recognized. Scan them again at 300 dots per inch, straight and in good light, and upload that.',
  document_text_too_large: 'The text file is larger than 10 MiB. Split it and upload the parts.',
  document_time: 'Reading the PDF took too long. Print it to a new PDF, or split it, and upload that.',
  document_too_large: 'The file is larger than is allowed. Split it and upload the parts.',
  document_without_text:
    'The document contains no readable text, not even in its pictures. Upload one with text or legible scans.',

  // Addresses of the web
  url_compressed: 'The site sends its content in an unsupported form. Upload the file.',
  url_host_unknown: 'No site was found at this address. Check its spelling, or upload the file.',
  url_not_found:
    'The address could not be read: there is nothing at this address. Check it, or upload the file.',
  url_not_open: 'The address could not be read: the site refuses access. Check it, or upload the file.',
  url_not_public:
    'This address does not lead to a public web site. Use an address that anyone on the internet can open, or upload the file.',
  url_not_web: 'This is not a web address. It should look like https://example.org/page.',
  url_port:
    'Lectern reads from ports 80 and 443 only, and this address uses port {{port}}. Use another address, or upload the file.',
  url_redirects: 'The address leads in a circle of redirects. Check it in a browser.',
  url_scheme:
    'Only addresses that start with http:// or https:// can be used. Correct the address, or upload the file.',
  url_status:
    'The address could not be read: the site answered with status {{status}}. Check it, or upload the file.',
  url_time: 'The site took too long to answer. Try again later, or upload the file.',
  url_too_large: 'The file at this address is larger than {{limitBytes, bytes}}. Use a smaller file.',
  url_unreachable: 'The site could not be reached. Check the address, or upload the file.',
  url_with_password: 'The address contains a username or password. Remove it, or upload the file.',
} as const;
