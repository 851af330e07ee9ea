import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lesson, LessonListItem } from '#contract/lessons.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import type { DemoLesson } from './demo-course.ts';
import type { LecternClient } from './lectern-client.ts';
import type { Terminal } from './terminal.ts';
import { waitForQuestionBank } from './wait-for-question-bank.ts';

const QUESTIONS = 5;
const POLL_MILLISECONDS = 200;

export interface DemoContext {
  readonly client: LecternClient;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly courseId: number;
}

export interface ProcessedLesson {
  readonly lesson: Lesson;
  readonly quiz: QuestionSetWithQuestions;
}

/** Takes one lesson all the way: file, upload, transcript or passages, summary, saved quiz. Finished steps are skipped. */
export async function processLesson(
  context: DemoContext,
  wanted: DemoLesson,
  existing: LessonListItem | undefined,
): Promise<ProcessedLesson> {
  let lesson = existing === undefined ? await addLesson(context, wanted) : await findAgain(context, existing);
  if (wanted.kind === 'video' && lesson.document_source_id === null)
    lesson = await transcribe(context, lesson);
  if (lesson.summary === '') lesson = await summarize(context, lesson);
  return { lesson, quiz: await getQuiz(context, lesson) };
}

const findAgain = ({ terminal, client }: DemoContext, existing: LessonListItem): Promise<Lesson> =>
  terminal.step('Found from an earlier run', () => client.getLesson(existing.id));

async function addLesson(context: DemoContext, wanted: DemoLesson): Promise<Lesson> {
  const { client, terminal, courseId } = context;
  const { size } = await stat(wanted.path);
  const sizeText = size > 1_000_000 ? `${(size / 1e6).toFixed(1)} MB` : `${Math.ceil(size / 1000)} kB`;
  const uploaded = await terminal.step(
    wanted.kind === 'video' ? `Uploading ${sizeText}` : `Uploading ${sizeText}, reading it into passages`,
    () =>
      wanted.kind === 'video'
        ? client.uploadVideo(wanted.path)
        : client.uploadDocument(wanted.path, wanted.kind === 'pdf' ? 'application/pdf' : 'text/plain'),
  );
  return terminal.step('Adding the lesson to the course', () =>
    client.createLesson({
      title: wanted.title,
      description: wanted.description,
      course: courseId,
      ...uploaded,
    }),
  );
}

async function transcribe({ client, terminal, signal }: DemoContext, lesson: Lesson): Promise<Lesson> {
  return terminal.step(
    'Transcribing',
    async (step) => {
      // A transcription that an earlier run had started continues by itself.
      if (lesson.transcription_id === null) await client.startTranscription(lesson.id);
      for (;;) {
        const state = await client.checkTranscription(lesson.id);
        if (state.status === 'failed') throw new Error(state.error ?? 'The transcription failed.');
        if (state.status === 'done') return client.getLesson(lesson.id);
        step.progress(state.progress, state.status === 'queued' ? 'waiting for the worker' : '');
        await delay(POLL_MILLISECONDS, undefined, { signal });
      }
    },
    (done, seconds) =>
      done.duration_seconds === null
        ? 'Transcribed'
        : `Transcribed ${Math.round(done.duration_seconds)} s of speech, ${Math.round(done.duration_seconds / seconds)} times faster than it was spoken`,
  );
}

async function summarize({ client, terminal }: DemoContext, lesson: Lesson): Promise<Lesson> {
  return terminal.step(
    'Summarizing',
    () =>
      lesson.kind === 'video'
        ? client.summarizeVideo(lesson.id)
        : client.summarizeFile(lesson.id, lesson.document_source_id ?? ''),
    (done) => `Summarized in ${countOf(done.summary_points.length, 'point')}`,
  );
}

async function getQuiz(context: DemoContext, lesson: Lesson): Promise<QuestionSetWithQuestions> {
  const { client, terminal } = context;
  const [saved] = await client.listSavedQuestionSets(lesson.id);
  if (saved !== undefined) return client.getQuestionSet(saved.id);
  await terminal.step(
    'Preparing questions',
    (step) => waitForQuestionBank(context, lesson.id, step),
    ({ ready_count, writer, status }) =>
      status === 'off'
        ? 'No questions are prepared in advance'
        : `Prepared ${countOf(ready_count, 'question')}${writer === null ? '' : ` with ${writer}`}`,
  );
  const made = await terminal.step(
    `Choosing ${QUESTIONS} questions`,
    () => client.generateQuestions(lesson.id, QUESTIONS),
    (done) => `Chose ${countOf(done.questions.length, 'question')}`,
  );
  // A quiz without questions is none.
  if (made.questions.length > 0) {
    const name = `Quiz: ${lesson.title}`;
    await terminal.step('Saving the quiz', () => client.saveQuestionSet(made.question_set.id, name));
  }
  return made;
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
