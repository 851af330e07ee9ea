import { describe, expect, test } from 'vitest';
import { MAXIMUM_PDF_BYTES, MAXIMUM_TEXT_BYTES, MAXIMUM_VIDEO_BYTES } from '#contract/uploads.ts';
import { checkFile, checkUpload, checkUrl, LIMIT_BYTES } from './check-upload.ts';
import { findConversion, inferKindOfUrl, nameFromFile, recognizeFile } from './content-kind.ts';

const file = (name: string, type = '', size = 10) => ({ name, type, size });
const draft = {
  courseId: 1,
  contentType: 'lesson' as const,
  displayName: 'Cells',
  method: 'file' as const,
  file: file('cells.pdf'),
  files: [],
  url: '',
  text: '',
};

test('the limits are those that the server holds to', () => {
  expect(LIMIT_BYTES).toEqual({
    video: MAXIMUM_VIDEO_BYTES,
    pdf: MAXIMUM_PDF_BYTES,
    text: MAXIMUM_TEXT_BYTES,
  });
});

describe('the kind', () => {
  test.each([
    ['talk.MP4', '', 'video'],
    ['talk', 'video/mp4', 'video'],
    ['paper.pdf', 'application/octet-stream', 'pdf'],
    ['notes.txt', 'text/plain; charset=utf-8', 'text'],
    ['notes', 'text/plain;charset=utf-8', 'text'],
    ['letter.docx', 'application/msword', undefined],
    ['mp4', '', undefined],
    ['constructor', 'toString', undefined],
  ])('of %s (%s) is %s', (name, type, kind) => {
    expect(recognizeFile({ name, type })).toBe(kind);
  });
  test.each([
    ['https://a.example/talk.mp4', 'video'],
    ['https://www.youtube.com/watch?v=x', 'video'],
    ['https://youtu.be/x', 'video'],
    ['https://a.example/video/1', 'video'],
    ['https://a.example/paper.PDF?x=1', 'pdf'],
    ['https://a.example/notes.txt', 'text'],
    ['https://a.example/page', 'document'],
  ])('that %s announces is %s', (url, kind) => {
    expect(inferKindOfUrl(url)).toBe(kind);
  });
});

test.each([
  ['letter.docx', 'document'],
  ['Week 1.PPTX', 'slides'],
  ['talk.mp3', 'sound'],
  ['talk.mov', 'film'],
  ['data.zip', undefined],
  ['constructor', undefined],
])('offers a way to convert %s: %s', (name, conversion) => {
  expect(findConversion(name)).toBe(conversion);
  expect(checkFile(file(name), 'lesson')?.conversion).toBe(conversion);
});

test('a name is made of the file’s', () => {
  expect(nameFromFile('Week 3_the-cell.pdf')).toBe('Week 3 the-cell');
  expect(nameFromFile('exam\u{202E}fdp.txt')).toBe('examfdp');
  expect(nameFromFile('.txt')).toBe('.txt');
  expect(nameFromFile('')).toBe('');
});

describe('a file', () => {
  test('of an accepted kind passes', () => {
    expect(checkFile(file('a.mp4'), 'lesson')).toBeUndefined();
    expect(checkFile(file('a.txt'), 'syllabus')).toBeUndefined();
  });
  test('of another kind does not', () => {
    expect(checkFile(file('a.zip'), 'lesson')?.name).toBe('unsupported');
    expect(checkFile(file('a.mp4'), 'syllabus')?.name).toBe('syllabusKinds');
  });
  test('must hold something, but not too much', () => {
    expect(checkFile(file('a.txt', '', 0), 'lesson')?.name).toBe('empty');
    expect(checkFile(file('a.txt', '', MAXIMUM_TEXT_BYTES), 'lesson')).toBeUndefined();
    expect(checkFile(file('a.txt', '', MAXIMUM_TEXT_BYTES + 1), 'lesson')).toMatchObject({
      name: 'tooLarge',
      limitBytes: MAXIMUM_TEXT_BYTES,
    });
  });
});

test('an address must be one of the web', () => {
  expect(checkUrl('https://a.example/b.pdf', 'syllabus')).toBeUndefined();
  expect(checkUrl('https://a.example/b.mp4', 'syllabus')?.name).toBe('syllabusKinds');
  expect(checkUrl('a.example/b.pdf', 'lesson')).toBeUndefined();
  expect(checkUrl('https://www.youtube.com/playlist?list=PL1', 'lesson')?.name).toBe('youtube_playlist');
  for (const text of ['ftp://a.example/b', 'javascript:alert(1)', 'https://']) {
    expect(checkUrl(text, 'lesson')?.name).toBe('file_url_invalid');
  }
});

test('the form is checked in its order', () => {
  expect(checkUpload(draft)).toBeUndefined();
  expect(checkUpload({ ...draft, courseId: null, displayName: ' ', file: null })).toEqual({
    name: 'course_and_name_missing',
    fields: ['course', 'name'],
  });
  expect(checkUpload({ ...draft, displayName: '  ' })).toEqual({
    name: 'course_and_name_missing',
    fields: ['name'],
  });
  expect(checkUpload({ ...draft, file: null })?.name).toBe('noFile');
  expect(checkUpload({ ...draft, method: 'url' })?.name).toBe('content_url_missing');
  expect(checkUpload({ ...draft, method: 'url', url: 'words' })?.name).toBe('file_url_invalid');
  expect(checkUpload({ ...draft, method: 'url', url: ' https://a.example/ ' })).toBeUndefined();
});

test('takes a pasted text, and several files of which each needs a name', () => {
  const pasted = { ...draft, method: 'text' as const, file: null };
  expect(checkUpload({ ...pasted, text: ' \n' })).toEqual({ name: 'noText', fields: ['text'] });
  expect(checkUpload({ ...pasted, text: 'Plants turn light into sugar.' })).toBeUndefined();
  expect(checkUpload({ ...pasted, text: 'a'.repeat(LIMIT_BYTES.text + 1) })?.name).toBe('tooLarge');
  const batch = { ...draft, displayName: '', file: null };
  const files = [
    { file: file('a.pdf'), name: 'A' },
    { file: file('b.mp4'), name: 'B' },
  ];
  expect(checkUpload({ ...batch, files })).toBeUndefined();
  expect(checkUpload({ ...batch, files, contentType: 'syllabus' })?.name).toBe('syllabusKinds');
  expect(checkUpload({ ...batch, files: [{ file: file('a.pdf'), name: ' ' }] })?.fields).toEqual(['name']);
});
