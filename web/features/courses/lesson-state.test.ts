import { expect, test } from 'vitest';
import { lessonStateOf } from './lesson-state.ts';

const VIDEO = {
  kind: 'video',
  has_transcript: false,
  transcription_id: null,
  document_source_id: null,
  transcription_error: null,
  transcription_error_coded: null,
  transcription_progress: null,
} as const;

test.each([
  ['nothing was asked for', {}, { state: 'untranscribed' }],
  ['a job waits', { transcription_id: 'vid_1' }, { state: 'transcribing', percent: 0 }],
  [
    'a job runs',
    { transcription_id: 'vid_1', transcription_progress: 40 },
    { state: 'transcribing', percent: 40 },
  ],
  [
    'no one speaks in it',
    {
      transcription_error: 'No speech was found.',
      transcription_error_coded: { code: 'media_without_speech', params: {} },
    },
    { state: 'without-speech' },
  ],
  ['a job failed', { transcription_error: 'No sound.' }, { state: 'failed' }],
  [
    'it was tried again after a failure',
    { transcription_error: 'No sound.', transcription_id: 'vid_2' },
    { state: 'transcribing', percent: 0 },
  ],
  ['the transcript is there', { transcription_id: 'vid_1', has_transcript: true }, { state: 'transcribed' }],
])('a video when %s', (_name, fields, state) => {
  expect(lessonStateOf({ ...VIDEO, ...fields })).toEqual(state);
});

test('a document is read once it has its source', () => {
  expect(lessonStateOf({ ...VIDEO, kind: 'pdf' })).toEqual({ state: 'unread' });
  expect(lessonStateOf({ ...VIDEO, kind: 'pdf', document_source_id: 'ds_1' })).toEqual({ state: 'read' });
});
