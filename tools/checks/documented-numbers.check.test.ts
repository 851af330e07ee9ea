import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMINISTRATION_SECTIONS } from '#contract/administration-sections.ts';
import { CONVERSATION_MESSAGES_MAXIMUM } from '#contract/assistant.ts';
import { COURSES_MAXIMUM, LESSONS_MAXIMUM } from '#contract/courses.ts';
import { LIST_TEXT_BYTES, PAGE_ROWS } from '#contract/list-limits.ts';
import { EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import { QUIZ_CHARACTERS_MAXIMUM } from '#contract/quiz-length.ts';
import { CUE_CHARACTERS, PASSAGE_CHARACTERS, TRANSCRIPT_WORDS } from '#contract/text-limits.ts';
import {
  MAXIMUM_PDF_BYTES,
  MAXIMUM_TEXT_BYTES,
  MAXIMUM_UNFINISHED_UPLOADS,
  MAXIMUM_VIDEO_BYTES,
} from '#contract/uploads.ts';
import { readConfig } from '#server/config.ts';
import { CANDIDATES_MAXIMUM } from '#server/features/quizzes/bank/write-into-bank.ts';
import { API_CONNECTIONS, WORKER_CONNECTIONS } from '#server/open-dependencies.ts';
import { deriveSecrets } from '#server/platform/security/secrets.ts';

/* The numbers in the tables of the documents and in deploy/ match the code: defaults of settings, limits, sizes, keys. */
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const UNITS: Record<string, number> = { '': 1, MiB: 1024 ** 2, GiB: 1024 ** 3, m: 1024 ** 2 };

function readBytes(text: string): number {
  const [, number = '', unit = ''] = /^([\d,]+) ?(MiB|GiB|m)?$/u.exec(text) ?? [];
  return Number(number.replaceAll(',', '')) * (UNITS[unit] ?? Number.NaN);
}

const rowsOf = (path: string): string[][] =>
  read(path)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.trim()),
    );

describe('docs/configuration.md', () => {
  test('documents the defaults of settings', () => {
    const others = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'lectern' };
    const defaults = rowsOf('docs/configuration.md').flatMap(([name = '', value = '']) =>
      /^`[A-Z_]+`$/u.test(name) && /^`[^`]+`$/u.test(value)
        ? [[name, value].map((cell) => cell.slice(1, -1))]
        : [],
    );
    expect(defaults.length).toBeGreaterThan(15);
    for (const [name = '', value] of defaults)
      expect([name, readConfig({ ...others, [name]: value })]).toEqual([name, readConfig(others)]);
  });

  test('documents the limits that LIMITS_FACTOR multiplies', () => {
    const { rateLimits: rates, operations } = readConfig({});
    const { requests, uploads, connections, ...limits } = operations.limits;
    const rows = rowsOf('docs/configuration.md');
    const start = rows.findIndex(([name]) => name === 'Limit') + 2;
    const documented = rows
      .slice(start, start + 10)
      .flatMap(([, value = '']) => [...value.matchAll(/\d[\d,]*/gu)].map(([number]) => readBytes(number)));
    expect(documented).toEqual(
      [
        [rates.registrationsPerAddress, rates.passwordResetsPerAddress],
        [rates.exportsPerAccount],
        [limits.callsPerSecondPerInstructor],
        [limits.workMillisecondsPerSecondPerInstructor],
        [limits.requestsPerInstructor, limits.uploadsPerInstructor],
        [rates.workCallsPerHour],
        [limits.jobsPerInstructor],
        [limits.runningJobsPerInstructor],
        [limits.streamsPerInstructor],
        [limits.overloadDelayMilliseconds / 1000],
      ].flat(),
    );
    const format = (number: number): string => number.toLocaleString('en');
    expect(read('docs/configuration.md')).toContain(
      `${rates.loginFailuresPerAccount} logins to one account may fail in 15 minutes from one network (${10 * rates.loginFailuresPerAccount} from all networks), and ${rates.loginFailuresPerAddress} from one network\nto all accounts; an api process serves ${format(requests)} requests, ${format(uploads)} uploads and ${format(connections)} connections`,
    );
  });
});

test('docs/configuration.md and docs/deploy.md document the connections of each process', () => {
  const { pool, jobs } = API_CONNECTIONS;
  const worker = WORKER_CONNECTIONS;
  expect(read('docs/configuration.md')).toContain(`by default ${pool} (api) and ${worker.pool} (worker)`);
  expect(read('docs/deploy.md').replaceAll(/\s+/gu, ' ')).toContain(
    `an api uses up to ${pool + jobs + 4} (${pool} for queries, ${jobs} for the queue, one each for events, locks, search and migrating), a worker up to ${worker.pool + worker.jobs + 4} (${worker.pool}, ${worker.jobs}, and`,
  );
});

test('docs/deploy.md lists every section of the administration', () => {
  const { sections } = JSON.parse(read('web/locales/en/administration.json')) as { sections: object };
  const rows = rowsOf('docs/deploy.md');
  const start = rows.findIndex(([name]) => name === 'page') + 2;
  const names = rows.slice(start, start + ADMINISTRATION_SECTIONS.length).map(([name]) => name);
  expect(names).toEqual(Object.values(sections));
});

test('both proxies accept the largest upload', () => {
  const [, caddy = ''] = /max_size (\S+)/u.exec(read('deploy/proxy/Caddyfile')) ?? [];
  const [, nginx = ''] = /client_max_body_size ([^;]+);/u.exec(read('deploy/proxy/nginx.conf')) ?? [];
  // MB would mean decimal megabytes.
  expect(caddy).toMatch(/MiB$/u);
  expect(readBytes(caddy)).toBeGreaterThan(MAXIMUM_VIDEO_BYTES);
  expect(readBytes(nginx)).toBe(readBytes(caddy));
  expect(read('docs/deploy.md')).toContain(`bodies of ${caddy.replace('MiB', ' MiB')}`);
});

test('docs/security.md has the sizes of uploads', () => {
  const rows = rowsOf('docs/security.md').filter(([, taken]) => /^(?:MP4|PDF|TXT)/u.test(taken ?? ''));
  const sizeOf = (what: string): number =>
    readBytes(rows.find(([name]) => name === what)?.[2]?.split(', ')[0] ?? '');
  expect([sizeOf('video'), sizeOf('document'), sizeOf('text'), sizeOf('transcript')]).toEqual([
    MAXIMUM_VIDEO_BYTES,
    MAXIMUM_PDF_BYTES,
    MAXIMUM_TEXT_BYTES,
    MAXIMUM_TEXT_BYTES,
  ]);
});

test('docs/security.md has what an account may use', () => {
  const { rateLimits: rates, operations, storage } = readConfig({});
  const { limits } = operations;
  const rows = rowsOf('docs/security.md');
  const start = rows.findIndex(([name]) => name === 'files and texts, together');
  const documented = new Map(
    rows
      .slice(start)
      .map(([name = '', value = '']) => [
        name,
        readBytes(/^\D*([\d,]+(?: [MG]iB)?)/u.exec(value)?.[1] ?? ''),
      ]),
  );
  const expected = {
    'files and texts, together': storage.bytesPerInstructor,
    courses: COURSES_MAXIMUM,
    'lessons of a course': LESSONS_MAXIMUM,
    'words of a transcript': TRANSCRIPT_WORDS,
    'characters of a line of a transcript': CUE_CHARACTERS,
    'characters of a passage': PASSAGE_CHARACTERS,
    'questions in the bank of a lesson': CANDIDATES_MAXIMUM,
    'questions of a quiz': EDITED_QUESTIONS_MAXIMUM,
    'characters of a quiz': QUIZ_CHARACTERS_MAXIMUM,
    'messages of a conversation': CONVERSATION_MESSAGES_MAXIMUM,
    'unfinished uploads in pieces': MAXIMUM_UNFINISHED_UPLOADS,
    'rows of a list in one answer': PAGE_ROWS,
    'descriptions of a list in one answer': LIST_TEXT_BYTES,
    'calls to a process': limits.callsPerSecondPerInstructor,
    'work of a process and its database while other accounts call':
      limits.workMillisecondsPerSecondPerInstructor,
    'requests in progress in a process': limits.requestsPerInstructor,
    'uploads in progress in a process': limits.uploadsPerInstructor,
    'event streams, and streamed answers, of a process': limits.streamsPerInstructor,
    'calls for quizzes, summaries, transcripts, documents and answers': rates.workCallsPerHour,
    "downloads of the account's data": rates.exportsPerAccount,
    'queued jobs': limits.jobsPerInstructor,
    'running jobs of one kind, over all workers': limits.runningJobsPerInstructor,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, documented.get(name)]))).toEqual(
    expected,
  );
});

test('docs/security.md lists every key that derives from the root secret', () => {
  const keys = Object.keys(deriveSecrets(Buffer.alloc(32))).filter((name) => name !== 'fingerprint');
  const listed = rowsOf('docs/security.md').filter(([, algorithm]) => algorithm?.startsWith('HKDF-SHA-256'));
  expect(listed.length).toBe(keys.length);
});
