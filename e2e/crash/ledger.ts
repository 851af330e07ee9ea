import { createHash } from 'node:crypto';
import { z } from 'zod';
import { courseList } from '#contract/courses.ts';
import { lessonList } from '#contract/lessons.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { trash } from '#contract/trash.ts';
import { AnswerError, type ApiClient } from '../api-client.ts';

/** A stored file that an upload acknowledged. */
interface AcknowledgedFile {
  readonly url: string;
  readonly sha256: string;
}

export interface Verdict {
  readonly acknowledged: number;
  /** Each names what was acknowledged and is not there, or not as it was. */
  readonly lost: string[];
  /** Each names the records that exist more than once. */
  readonly doubled: string[];
}

export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * The writes that the server acknowledged to one instructor. An interrupted write is not listed: it may or may not have
 * happened, but once at most.
 */
export class Ledger {
  /** Title of each course that must be there, by its id. */
  readonly courses = new Map<number, string>();
  /** Courses whose renaming was broken off: either title is right. */
  readonly renamed = new Map<number, string>();
  readonly deletedCourses = new Set<number>();
  /** Those of the deleted courses that must be in the trash. */
  readonly trashedCourses = new Set<number>();
  /** Courses whose deletion was broken off. */
  readonly deletionBegun = new Set<number>();
  readonly files: AcknowledgedFile[] = [];
  /** Title of each lesson that must be there. */
  readonly lessons = new Set<string>();
  /** Number of questions of each set that was answered with. */
  readonly questionSets = new Map<number, number>();
  /** The stem of each quiz that is edited, as saved last. */
  readonly edits = new Map<number, string>();
  /** The transcript of each lesson whose transcript is replaced. */
  readonly transcripts = new Map<number, string>();

  count(): number {
    return (
      this.courses.size +
      this.renamed.size +
      this.deletedCourses.size +
      this.files.length +
      this.lessons.size +
      this.questionSets.size +
      this.edits.size +
      this.transcripts.size
    );
  }

  describe(): string {
    return `acknowledged so far: ${this.courses.size} courses, ${this.lessons.size} lessons, ${this.files.length} files, ${this.questionSets.size} question sets`;
  }

  /** Compares with what Lectern answers now. @param homeCourse the course that holds the lessons. */
  async verify(client: ApiClient, homeCourse: number): Promise<Verdict> {
    const lost: string[] = [];
    const doubled: string[] = [];
    await this.#verifyCourses(client, lost, doubled);
    const lessons = await client.call(lessonList, `/api/lessons/by_course/?course_id=${homeCourse}`);
    const lessonTitles = lessons.map(({ title }) => title);
    for (const title of this.lessons) if (!lessonTitles.includes(title)) lost.push(`lesson ${title}`);
    doubled.push(...listRepeated(lessonTitles).map((title) => `lesson ${title}`));
    for (const { url, sha256: expected } of this.files) {
      const response = await fetch(new URL(url, client.origin));
      const found = response.ok
        ? sha256(new Uint8Array(await response.arrayBuffer()))
        : `status ${response.status}`;
      if (found !== expected) lost.push(`file ${url}: ${found}`);
    }
    for (const [id, questions] of this.questionSets) {
      const found = await findOrUndefined(
        client.call(questionSetWithQuestions, `/api/question-sets/by_question_set/?question_set_id=${id}`),
      );
      if (found?.questions.length !== questions) lost.push(`question set ${id}`);
    }
    for (const [id, text] of this.edits) {
      const { questions } = await client.call(questionSetDraft, `/api/question-sets/${id}/draft/`);
      if (questions[0]?.text !== text) lost.push(`edit of quiz ${id}: ${questions[0]?.text}`);
    }
    for (const [id, text] of this.transcripts) {
      const { audio_transcript: found } = await client.getLesson(id);
      if (found !== text) lost.push(`transcript of lesson ${id}: ${found.slice(0, 20)}`);
    }
    return { acknowledged: this.count(), lost, doubled };
  }

  async #verifyCourses(client: ApiClient, lost: string[], doubled: string[]): Promise<void> {
    const found = await client.call(courseList, '/api/courses/');
    const titles = new Map(found.map(({ id, title }) => [id, title]));
    for (const [id, title] of this.courses) {
      const now = titles.get(id);
      if (now !== title && (now === undefined || now !== this.renamed.get(id)))
        lost.push(`course ${title}: ${now}`);
    }
    for (const id of this.deletedCourses) if (titles.has(id)) lost.push(`deletion of course ${id}`);
    const { items, total } = await client.call(trash, '/api/trash/');
    const inTrash = new Set(items.map(({ id }) => id));
    // A longer trash is listed in part.
    if (total === items.length)
      for (const id of this.trashedCourses) if (!inTrash.has(id)) lost.push(`trashed course ${id}`);
    doubled.push(...listRepeated(found.map(({ title }) => title)).map((title) => `course ${title}`));
  }
}

const listRepeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

async function findOrUndefined<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Lessons that were transcribed twice. Two passages in one place, or two question sets of one job, the tables refuse by
 * themselves, and the ledger finds duplicate titles.
 */
export async function listDoubledWork(
  ask: <Row extends Record<string, unknown>>(sql: string) => Promise<Row[]>,
): Promise<string[]> {
  const lessons = z.array(z.object({ id: z.int() })).parse(
    await ask(`
      select lesson_id as id from transcriptions
      where lesson_id is not null and file_key is not null group by lesson_id having count(*) > 1`),
  );
  return lessons.map(({ id }) => `transcript of lesson ${id}`);
}

/** Transcripts whose passages do not say, one after another, what the lesson's transcript says. */
export async function listDamagedTranscripts(
  ask: <Row extends Record<string, unknown>>(sql: string) => Promise<Row[]>,
): Promise<string[]> {
  const lessons = z.array(z.object({ id: z.int(), transcript: z.string(), passages: z.string() })).parse(
    await ask(`
      select lessons.id, lessons.audio_transcript as transcript,
        string_agg(passages.text, ' ' order by passages.position) as passages
      from all_lessons as lessons
      join document_sources on document_sources.id = lessons.docsource_id and document_sources.spoken
      join passages on passages.docsource_id = document_sources.id
      group by lessons.id`),
  );
  const wordsOf = (text: string): string => text.split(/\s+/u).filter(Boolean).join(' ');
  return lessons
    .filter(({ transcript, passages }) => wordsOf(transcript) !== wordsOf(passages))
    .map(({ id }) => `words of the transcript of lesson ${id}`);
}
