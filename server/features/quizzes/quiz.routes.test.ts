import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  questionSetList,
  questionSetWithQuestions,
  type QuestionSetWithQuestions,
} from '#contract/quizzes.ts';
import { restored, trash } from '#contract/trash.ts';
import { eventually } from '#server/testing/test-application.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = readFileSync('server/language/testing/lessons/economics.txt', 'utf8').replaceAll(/^#+ /gm, '');
const INGEST_FIRST =
  'This lesson has not been transcribed or ingested yet. Please transcribe (for video) or ingest (for PDF) before generating a quiz.';

const application = await useTestApplication({ worker: true, languageModel: 'fake' });
const [teacher, stranger] = await Promise.all([application.register(), application.register()]);
const { id } = await teacher.makeCourse({
  outcomes: [{ short_name: 'LO1', description: 'Explains how plants make sugar from light.' }],
});
const lesson = await teacher.makeTextLesson(TEXT, id);

const generate = (json: object, path = 'generate') =>
  teacher.post(`/api/question-sets/${path}/`, {
    lesson_id: lesson.id,
    answer_style: 'multiple_choice',
    ...json,
  });
const make = async (json: object, path?: string): Promise<QuestionSetWithQuestions> =>
  (await generate(json, path)).read(200, questionSetWithQuestions.strict());
const save = (id: number, name: string) =>
  teacher.post('/api/question-sets/save/', { question_set_id: id, name });
const readSet = (id: number) => teacher.get(`/api/question-sets/by_question_set/?question_set_id=${id}`);
const listSets = async (lessonId: number): Promise<string[]> =>
  (await teacher.get(`/api/question-sets/by_lesson/?lesson_id=${lessonId}`))
    .read(200, questionSetList)
    .map(({ name }) => name);

async function readPassages(): Promise<Map<string, string>> {
  const rows = await application.dependencies.database
    .selectFrom('passages')
    .select(['id', 'text'])
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
}

describe('generating', () => {
  test('multiple choice: one key each, and evidence that the lesson holds word for word', async () => {
    const passages = await readPassages();
    const { question_set: set, questions, shortfall } = await make({ n: 5 });
    expect(set).toMatchObject({
      answer_style: 'multiple_choice',
      question_count: 5,
      lesson_id: lesson.id,
      saved_at: null,
    });
    expect([questions.length, shortfall]).toEqual([5, null]);
    for (const question of questions) {
      expect(question.type).toBe('multiple_choice');
      expect(question.options.filter((option) => option.is_correct)).toHaveLength(1);
      expect(new Set(question.options.map(({ text }) => text.toLowerCase())).size).toBe(
        question.options.length,
      );
      expect(passages.get(question.evidence?.passage_id ?? '')).toContain(question.evidence?.quote);
    }
    expect(new Set(questions.map(({ text }) => text)).size).toBe(5);
    expect((await readSet(set.id)).read(200, questionSetWithQuestions)).toMatchObject({
      question_set: set,
      questions,
      shortfall,
      uncovered_outcomes: ['LO1'],
    });
  });

  test('ten questions unless told otherwise', async () => {
    const { question_set: set, shortfall } = await make({});
    expect(set.question_count + (shortfall === null ? 0 : shortfall.asked - shortfall.made)).toBe(10);
  });

  test('over all levels by its own call', async () => {
    const { questions } = await make({ n: 4 }, 'generate_blooms');
    expect(questions.length).toBeGreaterThan(0);
  });

  test.each([0, 51, -1, 2.5, '5', null])('%j questions cannot be asked for', async (n) => {
    const problem = (await generate({ n })).readProblem(400);
    expect(problem.errors).toMatchObject([
      { field: 'n', message: 'Number of questions must be between 1 and 50.' },
    ]);
  });

  test.each([
    [{ answer_style: 'oral' }, 'answer_style'],
    [{ taxonomy_levels: ['guess'] }, 'taxonomy_levels.0'],
    [{ difficulty: 'deadly' }, 'difficulty'],
    [{ lesson_id: 'x' }, 'lesson_id'],
    [{ pages: [2] }, 'pages'],
  ])('%j is refused', async (json, field) => {
    expect((await generate(json)).readProblem(400).errors?.[0]?.field).toBe(field);
  });

  test('rejects questions by outcome in a course without outcomes', async () => {
    const elsewhere = await teacher.makeTextLesson('Chlorophyll is the green pigment in leaves.');
    const problem = (await generate({ lesson_id: elsewhere.id, criteria: 'outcomes' })).readProblem(400);
    expect(problem.errors?.[0]?.field).toBe('criteria');
  });

  test('rejects a lesson without text with the fixed text', async () => {
    const { id } = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
    const problem = (await generate({ lesson_id: id })).readProblem(409);
    expect(problem).toMatchObject({ code: 'transcript_missing', detail: INGEST_FIRST });
  });

  test('a client that leaves loses no work', async () => {
    const owner = await application.register();
    const own = await owner.makeTextLesson(TEXT);
    const client = request(`${application.origin}/api/question-sets/generate/`, {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
    });
    client.on('error', () => undefined);
    client.end(JSON.stringify({ lesson_id: own.id, answer_style: 'multiple_choice', n: 3 }));
    const { database } = application.dependencies;
    const jobs = database.selectFrom('question_sets').select('id').where('lesson_id', '=', own.id);
    await eventually('the job to start', async () => {
      const waiting = await application.worker.boss.findJobs('generate-questions', {
        data: { instructor_id: owner.id },
      });
      return waiting.length > 0 ? waiting : undefined;
    });
    client.destroy();
    const made = await eventually('the quiz to be stored', async () => (await jobs.execute())[0]);
    const answer = await owner.get(`/api/question-sets/by_question_set/?question_set_id=${made.id}`);
    expect(answer.read(200, questionSetWithQuestions).questions.length).toBeGreaterThan(0);
  });
});

describe('keeping', () => {
  test('a set is saved under a name, listed, renamed and deleted', async () => {
    const own = await teacher.makeTextLesson(TEXT, lesson.course);
    const first = (await make({ lesson_id: own.id, n: 2 })).question_set;
    const second = (await make({ lesson_id: own.id, n: 2 })).question_set;
    expect(await listSets(own.id)).toEqual([]);
    const saved = (await save(first.id, ' Quiz 1 ')).read(200, questionSetWithQuestions);
    expect(saved.question_set).toMatchObject({ id: first.id, name: 'Quiz 1', question_count: 2 });
    expect(saved.question_set.saved_at).not.toBeNull();
    await save(second.id, 'امتحان 📝');
    expect(await listSets(own.id)).toEqual(['امتحان 📝', 'Quiz 1']);
    const again = (await save(first.id, 'Quiz A')).read(200, questionSetWithQuestions);
    expect(again.question_set.saved_at).toBe(saved.question_set.saved_at);
    const path = `/api/question-sets/${first.id}/`;
    const renamed = await teacher.call('PATCH', path, { json: { name: 'Quiz B' } });
    expect(renamed.read(200, questionSetWithQuestions).question_set.name).toBe('Quiz B');
    (await teacher.call('PATCH', path, { json: { name: ' ' } })).readProblem(400);
    const ofCourse = await teacher.get(`/api/question-sets/?course_id=${own.course}`);
    expect(ofCourse.read(200, questionSetList).map(({ name }) => name)).toEqual(['امتحان 📝', 'Quiz B']);
    expect((await teacher.call('DELETE', path)).status).toBe(204);
    (await readSet(first.id)).readProblem(404);
    expect(await listSets(own.id)).toEqual(['امتحان 📝']);
    (await teacher.call('DELETE', path)).readProblem(404);
  });

  test('a deleted one is restored from the trash unchanged, and the next page still follows', async () => {
    const own = await teacher.makeTextLesson(TEXT, (await teacher.makeCourse()).id);
    const older = (await make({ lesson_id: own.id, n: 1 })).question_set;
    const { question_set: set } = await make({ lesson_id: own.id, n: 2 });
    await save(older.id, 'Older');
    const saved = (await save(set.id, 'Quiz 1')).read(200, questionSetWithQuestions);
    expect((await teacher.call('DELETE', `/api/question-sets/${set.id}/`)).status).toBe(204);
    const { items } = (await teacher.get('/api/trash/')).read(200, trash);
    expect(items[0]).toMatchObject({ kind: 'question_set', id: set.id, title: 'Quiz 1' });
    const page = await teacher.get(`/api/question-sets/by_lesson/?lesson_id=${own.id}&before=${set.id}`);
    expect(page.read(200, questionSetList).map(({ name }) => name)).toEqual(['Older']);
    (await teacher.post(`/api/trash/question-sets/${set.id}/restore/`)).read(200, restored);
    expect((await readSet(set.id)).read(200, questionSetWithQuestions)).toEqual(saved);
  });

  test('sets that were not saved are listed apart, so that none is lost with the page that asked for it', async () => {
    const own = await teacher.makeTextLesson(TEXT, (await teacher.makeCourse()).id);
    const first = await make({ lesson_id: own.id, n: 1 });
    const second = await make({ lesson_id: own.id, n: 1 });
    const list = async (who: TestInstructor, query: string): Promise<number[]> =>
      (await who.get(`/api/question-sets/?${query}`)).read(200, questionSetList).map(({ id }) => id);
    const ofCourse = `course_id=${own.course}`;
    const ids = [second.question_set.id, first.question_set.id];
    expect(await list(teacher, `${ofCourse}&saved=false`)).toEqual(ids);
    expect(await list(teacher, ofCourse)).toEqual([]);
    await save(first.question_set.id, 'Kept');
    expect(await list(teacher, `${ofCourse}&saved=false`)).toEqual([second.question_set.id]);
    expect(await list(teacher, `${ofCourse}&saved=true`)).toEqual([first.question_set.id]);
    expect(await list(stranger, 'saved=false')).toEqual([]);
    (await teacher.get('/api/question-sets/?saved=perhaps')).readProblem(400);
  });

  test('a name is required', async () => {
    const { question_set: set } = await make({ n: 1 });
    const problem = (await save(set.id, '')).readProblem(400);
    expect(problem.errors).toMatchObject([{ field: 'name', message: 'Give the quiz a name.' }]);
  });
});

test('a lesson deleted while its quiz is being made answers that it is gone', async () => {
  const own = await teacher.makeTextLesson(TEXT);
  const [answer] = await Promise.all([
    generate({ lesson_id: own.id, n: 5 }),
    teacher.call('DELETE', `/api/lessons/${own.id}/`),
  ]);
  expect([200, 404]).toContain(answer.status);
  if (answer.status === 404) answer.readProblem(404);
});
