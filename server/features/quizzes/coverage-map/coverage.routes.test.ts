import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverage, type Coverage } from '#contract/coverage.ts';
import { regeneratedQuestion } from '#contract/question-editing.ts';
import { questionSetWithQuestions, type QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const readLesson = (name: string): string =>
  readFileSync(`server/language/testing/lessons/${name}.txt`, 'utf8').replaceAll(/^#+ /gm, '');

const application = await useTestApplication({ worker: true, languageModel: 'fake' });
const teacher = await application.register();

const makeSet = async (lessonId: number, n: number): Promise<QuestionSetWithQuestions> =>
  (await teacher.post('/api/question-sets/generate/', { lesson_id: lessonId, n })).read(
    200,
    questionSetWithQuestions,
  );
const readCoverage = async (id: number): Promise<Coverage> =>
  (await teacher.get(`/api/question-sets/${id}/coverage/`)).read(200, coverage.strict());

test('has every passage of the lesson in one section', async () => {
  const lesson = await teacher.makeTextLesson(`${readLesson('biology')}\n\n${readLesson('history')}`);
  const { question_set: set } = await makeSet(lesson.id, 1);
  const { sections } = await readCoverage(set.id);
  expect(sections.length).toBeGreaterThan(1);
  expect(sections.map(({ section }) => section)).toEqual(sections.map((_, index) => index));
  expect(sections.map(({ title }) => title)).not.toContain('');
  const { database } = application.dependencies;
  const passages = await database
    .selectFrom('passages')
    .select('id')
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .orderBy('position')
    .execute();
  expect(sections.flatMap((section) => section.passage_ids)).toEqual(passages.map(({ id }) => id));
  await database.updateTable('lessons').set({ docsource_id: null }).where('id', '=', lesson.id).execute();
  expect(await readCoverage(set.id)).toEqual({ sections: [] });
});

test('a question is asked about the section that is named', async () => {
  const lesson = await teacher.makeTextLesson(`${readLesson('biology')}\n\n${readLesson('economics')}`);
  const { question_set: set, questions } = await makeSet(lesson.id, 2);
  const { sections } = await readCoverage(set.id);
  const largest = [...sections].sort((one, other) => other.passage_ids.length - one.passage_ids.length)[0];
  const answer = await teacher.post(`/api/question-sets/${set.id}/regenerate/`, {
    avoid: questions.map(({ text }) => text),
    section: largest?.section,
  });
  const { question } = answer.read(200, regeneratedQuestion);
  expect(largest?.passage_ids).toContain(question?.evidence?.passage_id);
});
