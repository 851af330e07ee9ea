import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import { lesson as lessonSchema, lessonText, type WireLesson } from '#contract/lessons.ts';
import type { ApiClient } from '../api-client.ts';
import { listViolationsInBothSchemes, measureSidewaysScroll } from './accessibility.ts';
import { openSignedIn } from './browser-test.ts';
import { eventually } from './eventually.ts';
import { clientOf } from './make-lessons.ts';

const LINES = [
  'The pretor granted inter dicks to owners.',
  'Inter dicks protect possession in the Roman state.',
  'Every owner had to prove the title of the land.',
];
const subtitles = (lines: readonly string[]): string =>
  lines
    .map(
      (text, index) => `${index + 1}\n00:00:0${3 * index + 1},000 --> 00:00:0${3 * index + 3},000\n${text}\n`,
    )
    .join('\n');

const bring = (client: ApiClient, id: number, lines: readonly string[]): Promise<WireLesson> =>
  client.call(lessonSchema, `/api/lessons/${id}/transcript/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: subtitles(lines) }),
  });

async function makeRecording(
  account: Session,
): Promise<{ client: ApiClient; courseId: number; lesson: WireLesson }> {
  const client = clientOf(account);
  const { id: courseId } = await client.createCourse('Roman law');
  const { id } = await client.createLesson({
    title: 'Interdicts',
    file: 'https://example.org/interdicts.mp4',
    course: courseId,
  });
  return { client, courseId, lesson: await bring(client, id, LINES) };
}

const openGlossary = async (page: Page, courseId: number): Promise<void> => {
  await page.goto(`/course/${courseId}?tab=glossary`);
  await page.getByRole('heading', { name: 'Terms', exact: true }).waitFor();
};
const readTranscript = async (client: ApiClient, id: number): Promise<string> =>
  (await client.call(lessonSchema, `/api/lessons/${id}/`)).audio_transcript;

test('adds a term, replaces it in the transcripts after a preview, and undoes that', async () => {
  const { page, account } = await openSignedIn();
  const { client, courseId, lesson } = await makeRecording(account);
  await page.goto(`/course/${courseId}`);
  await page.getByRole('tab', { name: 'Glossary' }).click();
  await page.getByText('No terms yet.').waitFor();
  await page.getByLabel('Name or term').fill('interdicts');
  await page.getByLabel('Often misheard as').fill('inter dicks, enter dicks');
  await page.keyboard.press('Enter');
  await page.getByText('Often misheard as “inter dicks” and “enter dicks”').waitFor();
  await eventually(() => page.getByLabel('Name or term').inputValue()).toBe('');

  await page.getByRole('button', { name: 'Replace in transcripts: interdicts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace in transcripts' });
  await dialog.getByText('The pretor granted interdicts to owners.').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureSidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Replace 2 matches' }).click();
  await page.getByText('2 matches were replaced.').waitFor();
  expect(await readTranscript(client, lesson.id)).toContain('Interdicts protect possession');

  const list = page.getByRole('list', { name: 'Replacements in transcripts' });
  await list.getByText('2 matches in 1 transcript').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await list.getByRole('button', { name: /^Undo / }).click();
  await page.getByText('1 transcript has its earlier words again.').waitFor();
  await list.getByText('Undone').waitFor();
  expect(await readTranscript(client, lesson.id)).toContain('Inter dicks protect possession');
});

test('suggests what was corrected in a transcript, and keeps the answer', async () => {
  const { page, account } = await openSignedIn();
  const { client, courseId, lesson } = await makeRecording(account);
  await bring(client, lesson.id, [LINES[0]?.replace('pretor', 'praetor') ?? '', ...LINES.slice(1)]);
  await openGlossary(page, courseId);
  await page.getByText('Corrected once from “pretor”').waitFor();
  await page.getByRole('button', { name: 'Add praetor' }).click();
  await page.getByText('Often misheard as “pretor”').waitFor();
  await page.getByRole('button', { name: 'Edit praetor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit term' });
  await dialog.getByLabel('Name or term').fill('Praetor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Praetor', exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureSidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: 'Remove Praetor' }).click();
  await page.getByText('No terms yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'Praetor', exact: true }).waitFor();
});

test('reviews a summary point whose evidence a correction changed', async () => {
  const { page, account } = await openSignedIn();
  const { client, lesson } = await makeRecording(account);
  const { passages } = await client.call(lessonText, `/api/lessons/${lesson.id}/text/`);
  const evidence = { quote: LINES[0], passage_id: passages[0]?.id };
  await client.call(lessonSchema, `/api/lessons/${lesson.id}/summary/`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      length: 'medium',
      points: [{ text: 'Officials protected owners.', evidence }],
      key_terms: [{ term: 'Interdict', definition: 'An order of an official.', evidence }],
    }),
  });
  await page.goto(`/lessons/${lesson.id}?tab=summary`);
  await page.getByText('Officials protected owners.').waitFor();
  await bring(client, lesson.id, [LINES[0]?.replace('pretor', 'praetor') ?? '', ...LINES.slice(1)]);
  // The page hears of the correction.
  await page.getByText('2 lines rest on words that were corrected.').waitFor();
  await page.getByRole('link', { name: 'Evidence: 0:01' }).first().getByText('changed').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed evidence' });
  await dialog.getByText('The praetor granted inter dicks to owners.').first().waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureSidewaysScroll(page)).toBe(0);
  await dialog.getByRole('button', { name: 'Keep with the new words: Officials' }).click();
  await eventually(() => dialog.getByRole('listitem').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Remove: Interdict' }).click();
  await dialog.getByText('All lines are decided.').waitFor();
  await page.keyboard.press('Escape');
  const decided = await client.getLesson(lesson.id);
  expect(decided.summary_points[0]?.evidence).toMatchObject({
    quote: 'The praetor granted inter dicks to owners.',
  });
  expect(decided.key_terms).toEqual([]);
});
