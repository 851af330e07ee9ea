import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Session } from '#contract/accounts.ts';
import type { Course } from '#contract/courses.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { drawLines, makePdf, wrapText } from '#server/documents/testing/make-pdf.ts';
import type { LESSON_NAMES } from '#server/language/testing/read-lesson.ts';
import { createClient, type ApiClient } from '../api-client.ts';
import { insertBank, type BankOptions } from './question-banks.ts';

export type LessonName = (typeof LESSON_NAMES)[number];

/** Removed after the test. */
export async function makeTestDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-e2e-web-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export const clientOf = (account: Session): ApiClient =>
  createClient(inject('origin'), account.api_key, account.access);

/** The text of a test lesson, headings included. */
export const readLessonText = (name: LessonName): Promise<string> =>
  readFile(new URL(`../../server/language/testing/lessons/${name}.txt`, import.meta.url), 'utf8');

/** Creates a text lesson in a new course over HTTP, for tests that start after the upload. */
export async function makeTextLesson(
  account: Session,
  text: string | Uint8Array,
  { courseTitle, title }: { courseTitle: string; title: string },
): Promise<{ client: ApiClient; course: Course; lesson: WireLesson }> {
  const client = clientOf(account);
  const file = join(await makeTestDirectory(), 'lesson.txt');
  await writeFile(file, text);
  const course = await client.createCourse(courseTitle);
  const { url, docsource_id: documentSourceId } = await client.uploadDocument(file);
  const lesson = await client.createLesson({
    title,
    file: url,
    course: course.id,
    docsource_id: documentSourceId,
  });
  return { client, course, lesson };
}

/** Writes a test lesson as a PDF with a page per section. Returns the text of each page. */
export async function makePdfOfLesson(name: LessonName, path: string): Promise<string[]> {
  const sections = (await readLessonText(name)).split(/^## /mu).slice(1);
  const bytes = await makePdf((pdf, fonts) => {
    for (const section of sections) {
      const page = pdf.addPage([612, 792]);
      const [heading = '', ...paragraphs] = section.split('\n').filter((line) => line.trim() !== '');
      let top = drawLines(page, [heading], { font: fonts.bold, size: 16 }) - 8;
      for (const paragraph of paragraphs) {
        top = drawLines(page, wrapText(paragraph, fonts.body, 11, 468), { font: fonts.body, top }) - 8;
      }
    }
  });
  await writeFile(path, bytes);
  return sections;
}

/** As {@link makeTextLesson} from a test lesson, with a question bank from which quizzes are drawn. */
export async function makeLessonWithBank(
  account: Session,
  name: LessonName,
  {
    courseTitle = 'First year',
    title = 'The lesson',
    ...bank
  }: { courseTitle?: string; title?: string } & BankOptions = {},
): Promise<Awaited<ReturnType<typeof makeTextLesson>>> {
  const made = await makeTextLesson(account, await readLessonText(name), { courseTitle, title });
  await insertBank(made.lesson, made.course, bank);
  return made;
}
