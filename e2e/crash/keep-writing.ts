import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { course } from '#contract/courses.ts';
import { lesson, lessonText } from '#contract/lessons.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSetWithQuestions } from '#contract/quizzes.ts';
import { restored } from '#contract/trash.ts';
import { AnswerError, handWritten, type ApiClient } from '../api-client.ts';
import { sha256, type Ledger } from './ledger.ts';

const SENTENCE = 'A river carries what the rain washes into it, and leaves it where its water slows. ';
const OUTAGE_STATUSES = [502, 503];

export interface Writing {
  /** Failures that no outage explains. */
  readonly unexpected: unknown[];
  /** How often a write failed as writes may while a process is away. */
  countOutages(): number;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

export interface WritingOptions {
  readonly client: ApiClient;
  readonly ledger: Ledger;
  /** The course that takes the lessons. */
  readonly homeCourse: number;
  /** A large file, so that there is always an upload to be broken off. */
  readonly video: string;
  /** Statuses that explain a failure besides those of a process that is away. */
  readonly explainedStatuses?: readonly number[];
}

/** Writes of every kind without a pause until told to stop; what is acknowledged goes into the ledger. */
export async function keepWriting(options: WritingOptions): Promise<Writing> {
  const { client, ledger, homeCourse, video } = options;
  const explained = new Set([...OUTAGE_STATUSES, ...(options.explainedStatuses ?? [])]);
  const directory = await mkdtemp(join(tmpdir(), 'lectern-writing-'));
  const videoHash = sha256(await readFile(video));
  const stopping = new AbortController();
  const unexpected: unknown[] = [];
  let outages = 0;
  // A connection that breaks is fetch's own TypeError.
  const isOutage = (error: unknown): boolean =>
    error instanceof TypeError || (error instanceof AnswerError && explained.has(error.status));
  const repeat = async (pauseMs: number, write: (count: number) => Promise<void>): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      try {
        await write(count);
        await sleep(pauseMs);
      } catch (error) {
        if (isOutage(error)) outages += 1;
        else unexpected.push(error);
        await sleep(100);
      }
    }
  };
  /** As a page does: the same save again while its answer is lost. */
  const untilAnswered = async <Answer>(save: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      try {
        return await save();
      } catch (error) {
        if (!isOutage(error) || stopping.signal.aborted) throw error;
        outages += 1;
        await sleep(100);
      }
    }
  };
  const readable: number[] = [];
  const spoken = await makeSpokenQuiz(client, homeCourse);

  const writeCourse = async (count: number): Promise<void> => {
    const { id } = await client.createCourse(`Course ${count}`);
    ledger.courses.set(id, `Course ${count}`);
    if (count % 5 === 4) await renameCourse(id, `Course ${count}, renamed`);
    if (count % 7 !== 6) return;
    const title = ledger.courses.get(id) ?? '';
    await deleteCourse(id);
    if (count % 3 === 0) await restoreCourse(id, title);
    if (count % 3 === 1) await deleteCourseForGood(id);
  };
  const renameCourse = async (id: number, title: string): Promise<void> => {
    ledger.renamed.set(id, title);
    const details = { title, description: 'Renamed by a test.', department: 'Geography' };
    await client.send(course, 'PUT', `/api/courses/${id}/`, details);
    ledger.courses.set(id, title);
    ledger.renamed.delete(id);
  };
  const deleteCourse = async (id: number): Promise<void> => {
    // Broken off, it may have happened.
    ledger.courses.delete(id);
    ledger.renamed.delete(id);
    ledger.deletionBegun.add(id);
    await client.call(z.unknown(), `/api/courses/${id}/`, { method: 'DELETE' });
    ledger.deletedCourses.add(id);
    ledger.trashedCourses.add(id);
  };
  const restoreCourse = async (id: number, title: string): Promise<void> => {
    ledger.deletedCourses.delete(id);
    ledger.trashedCourses.delete(id);
    await client.call(restored, `/api/trash/courses/${id}/restore/`, { method: 'POST' });
    ledger.courses.set(id, title);
  };
  const deleteCourseForGood = async (id: number): Promise<void> => {
    ledger.trashedCourses.delete(id);
    await client.call(z.unknown(), `/api/trash/courses/${id}/`, { method: 'DELETE' });
  };
  const writeLesson = async (count: number): Promise<void> => {
    const path = join(directory, `document-${count}.txt`);
    const content = `Document ${count}\n\n${SENTENCE.repeat(40)}`;
    await writeFile(path, content);
    const { url, docsource_id } = await client.uploadDocument(path);
    ledger.files.push({ url, sha256: sha256(content) });
    await rm(path);
    const title = `Lesson ${count}`;
    const { id } = await client.createLesson({ title, file: url, course: homeCourse, docsource_id });
    ledger.lessons.add(title);
    readable.push(id);
  };
  const writeVideo = async (): Promise<void> => {
    ledger.files.push({ url: await client.uploadVideo(video), sha256: videoHash });
  };
  const writeQuestions = async (count: number): Promise<void> => {
    const lessonId = readable[count % Math.max(1, readable.length)];
    if (lessonId === undefined) return;
    const { question_set: set, questions } = await client.writeQuiz(lessonId, 3);
    ledger.questionSets.set(set.id, questions.length);
  };
  const editSpokenQuiz = async (count: number): Promise<void> => {
    const text = `What does river ${count} carry to the sea?`;
    const questions = [handWritten(text, spoken.evidence)];
    const save = { ...spoken.base, questions, save_id: crypto.randomUUID() };
    const path = `/api/question-sets/${spoken.quiz}`;
    if (count % 5 === 4) {
      const { question_set: set } = await untilAnswered(() =>
        client.send(questionSetWithQuestions, 'POST', `${path}/publish/`, save),
      );
      spoken.base = { based_on_version: set.version, updated_at: null };
    } else {
      const { based_on_version, updated_at } = await untilAnswered(() =>
        client.send(questionSetDraft, 'PUT', `${path}/draft/`, save),
      );
      spoken.base = { based_on_version, updated_at };
    }
    ledger.edits.set(spoken.quiz, text);
  };
  const replaceTranscript = async (count: number): Promise<void> => {
    const text = transcriptOf(count + 1);
    await untilAnswered(() => bringTranscript(client, spoken.lesson, text));
    ledger.transcripts.set(spoken.lesson, text);
  };

  const writers = [
    repeat(80, writeCourse),
    repeat(250, writeLesson),
    repeat(1_500, writeVideo),
    repeat(1_000, writeQuestions),
    repeat(150, editSpokenQuiz),
    repeat(400, replaceTranscript),
  ];
  return {
    unexpected,
    countOutages: () => outages,
    stop: async () => {
      stopping.abort();
      await Promise.all(writers);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const transcriptOf = (count: number): string => `Transcript ${count}. ${SENTENCE.repeat(4)}`.trim();

const bringTranscript = (client: ApiClient, lessonId: number, text: string) =>
  client.send(lesson, 'PUT', `/api/lessons/${lessonId}/transcript/`, { text });

/** A quiz that is edited while its lesson's transcript is replaced. */
async function makeSpokenQuiz(client: ApiClient, homeCourse: number) {
  const { id } = await client.createLesson({
    title: 'The lesson with many transcripts',
    file: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
    course: homeCourse,
  });
  await bringTranscript(client, id, transcriptOf(0));
  const { passages } = await client.call(lessonText, `/api/lessons/${id}/text/`);
  const { question_set: set } = await client.writeQuiz(id, 1);
  const base: { based_on_version: number; updated_at: string | null } = {
    based_on_version: set.version,
    updated_at: null,
  };
  const evidence = { quote: 'Transcript 0.', passage_id: passages[0]?.id ?? '' };
  return { lesson: id, quiz: set.id, evidence, base };
}
