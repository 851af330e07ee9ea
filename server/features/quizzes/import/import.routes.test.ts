import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportedQuiz } from '#contract/quiz-export.ts';
import { IMPORT_FILE_BYTES, importPreview, type ImportPreview } from '#contract/quiz-import.ts';
import { questionSetList, questionSetWithQuestions } from '#contract/quizzes.ts';
import { eventually, startTestApplication, type TestApplication } from '#server/testing/test-application.ts';
import { fileForm, type Answer, type TestInstructor } from '#server/testing/test-instructor.ts';

let application: TestApplication;
let teacher: TestInstructor;
let lesson: { readonly id: number };

beforeAll(async () => {
  application = await startTestApplication({ worker: true });
  teacher = await application.register();
  lesson = await teacher.makeTextLesson(
    readFileSync('server/language/testing/lessons/economics.txt', 'utf8') +
      '\n\nA monopoly is a market with a single seller. The price elasticity of demand measures how strongly the quantity demanded responds to a change in price.\n',
  );
});
afterAll(() => application.close());

const preview = (
  content: Uint8Array | string,
  name: string,
  lessonId = lesson.id,
  who = teacher,
): Promise<Answer> =>
  who.call('POST', `/api/lessons/${lessonId}/questions-import/preview/`, { body: fileForm(content, name) });
const read = async (content: string, name: string): Promise<ImportPreview> =>
  (await preview(content, name)).read(200, importPreview.strict());
const importInto = (json: object, lessonId = lesson.id): Promise<Answer> =>
  teacher.post(`/api/lessons/${lessonId}/questions-import/`, json);

const listFiles = async (): Promise<string[]> => {
  const entries = await readdir(join(application.dataDirectory, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.tmp')).map(({ name }) => name);
};

const GIFT = `// [tag:bloom:apply] [tag:difficulty:hard] [tag:outcome:XX]
What does the price elasticity of demand measure? {=how strongly the quantity demanded responds to a change in price ~how much a firm produces ~the costs of a single seller}

What is a market with a single seller called? {=a monopoly ~a cartel ~an auction}

Which planet has the most moons in the solar system? {=Saturn ~Mars ~Venus}

Which of these is NOT true of a monopoly? {=many sellers ~a single seller}

Match them. {=a -> b =c -> d}`;

describe('a preview', () => {
  test('shows questions with evidence, findings and what is not imported', async () => {
    const shown = await read(GIFT, 'week 1.gift');
    expect(shown).toMatchObject({ format: 'gift', name: null, lesson_has_text: true });
    const [elasticity, monopoly, planets, negative] = shown.questions;
    expect(elasticity?.question).toMatchObject({
      id: null,
      blooms_taxonomy: 'apply',
      difficulty: 'hard',
      outcome: null,
      written_by: 'instructor',
      evidence: {
        quote:
          'The price elasticity of demand measures how strongly the quantity demanded responds to a change in price.',
      },
    });
    expect(elasticity?.notes).toEqual(['outcome_unknown']);
    expect(monopoly?.question.evidence?.quote).toBe('A monopoly is a market with a single seller.');
    expect(monopoly?.notes).toEqual(['level_estimated', 'difficulty_estimated']);
    expect(planets?.question.evidence).toBeNull();
    expect(negative?.question.evidence).toBeNull();
    expect(negative?.question.flaws.map(({ code }) => code)).toContain('negative_stem');
    expect(shown.unread).toEqual([
      {
        place: { item: 5, line: 10, file: null },
        reason: 'matching',
        detail: null,
        text: 'Match them. {=a -> b =c -> d}',
      },
    ]);
    expect(await listFiles()).toEqual([]);
  });

  test('of a lesson without text finds no evidence', async () => {
    const empty = await teacher.makeLesson({ file: 'https://example.org/a.pdf' });
    const shown = (await preview(GIFT, 'quiz.gift', empty.id)).read(200, importPreview);
    expect(shown.lesson_has_text).toBe(false);
    expect(shown.questions.map(({ question }) => question.evidence)).toEqual([null, null, null, null]);
  });

  test.each([
    [
      'quiz.xml',
      '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<quiz>&x;</quiz>',
      'import_doctype',
      'line 1',
    ],
    ['quiz.xml', '<quiz>\n<question>\n</quiz>', 'import_broken_xml', 'line 3'],
    ['quiz.json', '{', 'import_broken_json', 'JSON'],
    ['quiz.csv', 'a,b\n1,2', 'import_columns', 'question, option 1'],
    ['quiz.txt', 'Why? {=a ~b}\n\n'.repeat(501), 'import_too_many_questions', '500'],
  ])('says what is wrong with %s: %#', async (name, content, code, words) => {
    const problem = (await preview(content, name)).readProblem(422);
    expect(problem).toMatchObject({ code: 'questions_unreadable', detail_coded: { code } });
    expect(problem.detail).toContain(words);
    expect(await listFiles()).toEqual([]);
  });

  test('rejects an empty file, a missing one, and another instructor', async () => {
    expect((await preview('', 'quiz.gift')).readProblem(400).errors?.[0]?.field).toBe('file');
    const path = `/api/lessons/${lesson.id}/questions-import/preview/`;
    expect((await teacher.post(path, {})).readProblem(400).errors?.[0]?.field).toBe('file');
    (await preview(GIFT, 'quiz.gift', lesson.id, await application.register())).readProblem(404);
  });

  test('refuses a gigabyte before it arrives', async () => {
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        new URL(`/api/lessons/${lesson.id}/questions-import/preview/`, application.origin),
        {
          method: 'POST',
          headers: {
            ...teacher.headers,
            'content-type': 'multipart/form-data; boundary=x',
            'content-length': 1024 ** 3,
          },
        },
      );
      call.on('response', ({ statusCode }) => {
        resolve(statusCode);
        call.destroy();
      });
      call.on('error', reject);
      call.write(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nquestion,a,b,correct\r\n',
      );
    });
    expect(await answered).toBe(413);
  });

  test('stops reading a file without an announced length at the limit', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const answered = new Promise<number | undefined>((resolve) => {
      const call = request(
        new URL(`/api/lessons/${lesson.id}/questions-import/preview/`, application.origin),
        {
          method: 'POST',
          headers: { ...teacher.headers, 'content-type': 'multipart/form-data; boundary=x' },
        },
      );
      let isOver = false;
      call.on('response', ({ statusCode }) => {
        isOver = true;
        resolve(statusCode);
        call.destroy();
      });
      // The server closes what it no longer reads.
      call.on('error', () => {
        isOver = true;
      });
      call.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
      let sent = 0;
      const send = (): void => {
        if (isOver || sent > 3 * IMPORT_FILE_BYTES) return;
        sent += piece.length;
        call.write(piece, () => setImmediate(send));
      };
      send();
    });
    expect(await answered).toBe(413);
    await eventually(async () => ((await listFiles()).length === 0 ? true : undefined));
  });
});

describe('an import', () => {
  test('makes a saved quiz of the chosen questions, with their evidence', async () => {
    const { questions } = await read(GIFT, 'quiz.gift');
    const chosen = questions.slice(0, 3).map(({ question }) => question);
    const made = (await importInto({ name: 'From Moodle', questions: chosen })).read(
      200,
      questionSetWithQuestions,
    );
    expect(made.question_set).toMatchObject({ name: 'From Moodle', lesson_id: lesson.id, question_count: 3 });
    expect(made.question_set.saved_at).not.toBeNull();
    expect(made.questions.map(({ text, evidence, written_by: by }) => [text, evidence?.quote, by])).toEqual(
      chosen.map(({ text, evidence }) => [text, evidence?.quote, 'instructor']),
    );
    const listed = (await teacher.get(`/api/question-sets/by_lesson/?lesson_id=${lesson.id}`)).read(
      200,
      questionSetList,
    );
    expect(listed.map(({ id }) => id)).toContain(made.question_set.id);
  });

  test('brings an exported quiz back as it was', async () => {
    const { questions } = await read(GIFT, 'quiz.gift');
    const made = (
      await importInto({ name: 'Once', questions: questions.map(({ question }) => question) })
    ).read(200, questionSetWithQuestions);
    const file = await teacher.get(`/api/question-sets/${made.question_set.id}/export/?format=json`);
    const again = await read(file.text, 'quiz.json');
    expect(again).toMatchObject({ format: 'json', name: 'Once' });
    const twice = (
      await importInto({ name: 'Once', questions: again.questions.map(({ question }) => question) })
    ).read(200, questionSetWithQuestions);
    const reread = await teacher.get(`/api/question-sets/${twice.question_set.id}/export/?format=json`);
    expect(reread.read(200, exportedQuiz).questions).toEqual(file.read(200, exportedQuiz).questions);
  });

  test('leaves out evidence that the lesson does not contain, and never claims another writer', async () => {
    const { questions } = await read(GIFT, 'quiz.gift');
    const [first] = questions.map(({ question }) => question);
    const forged = [
      {
        ...first,
        written_by: 'language_model',
        evidence: { quote: 'Not in the lesson.', passage_id: first?.evidence?.passage_id },
      },
      { ...first, evidence: { quote: 'A monopoly is a market', passage_id: '999999999' } },
    ];
    const made = (await importInto({ name: 'Forged', questions: forged })).read(
      200,
      questionSetWithQuestions,
    );
    expect(made.questions.map(({ evidence, written_by: by }) => [evidence, by])).toEqual([
      [null, 'instructor'],
      [null, 'instructor'],
    ]);
  });

  test('keeps scripts as the text that they are', async () => {
    const { questions } = await read(
      '[plain]<script>alert(1)</script> {=[plain]<img src\\=x onerror\\=alert(1)> ~b}',
      'quiz.gift',
    );
    const made = (
      await importInto({ name: '<b>', questions: questions.map(({ question }) => question) })
    ).read(200, questionSetWithQuestions);
    expect(made.questions[0]).toMatchObject({
      text: '<script>alert(1)</script>',
      options: [{ text: '<img src=x onerror=alert(1)>' }, {}],
    });
  });

  test('rejects what no one could answer, and nothing is made', async () => {
    const { questions } = await read(GIFT, 'quiz.gift');
    const [first] = questions.map(({ question }) => question);
    const wrong = {
      ...first,
      options: [
        { text: 'a', is_correct: true },
        { text: 'b', is_correct: true },
      ],
    };
    expect(
      (await importInto({ name: 'Wrong', questions: [wrong] })).readProblem(400).errors?.[0],
    ).toMatchObject({ field: 'questions.0.options' });
    expect((await importInto({ name: 'None', questions: [] })).readProblem(400).errors?.[0]?.field).toBe(
      'questions',
    );
    expect((await importInto({ name: ' ', questions: [first] })).readProblem(400).errors?.[0]?.field).toBe(
      'name',
    );
    expect(
      (await importInto({ name: 'Many', questions: Array<unknown>(101).fill(first) })).readProblem(400)
        .errors?.[0]?.field,
    ).toBe('questions');
    const sets = (await teacher.get(`/api/question-sets/by_lesson/?lesson_id=${lesson.id}`)).read(
      200,
      questionSetList,
    );
    expect(sets.map(({ name }) => name)).not.toContain('Wrong');
  });
});
