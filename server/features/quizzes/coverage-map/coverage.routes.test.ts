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

test('every question counts once, in the section that it cites and at its level', async () => {
  const lesson = await teacher.makeTextLesson(`${readLesson('biology')}\n\n${readLesson('history')}`);
  const { question_set: set, questions } = await makeSet(lesson.id, 6);
  const { sections, uncovered, unplaced_question_ids: unplaced } = await readCoverage(set.id);
  expect(sections.length).toBeGreaterThan(1);
  expect(sections.map(({ section }) => section)).toEqual(sections.map((_, index) => index));
  const passages = await application.dependencies.database
    .selectFrom('passages')
    .select('id')
    .where('docsource_id', '=', lesson.docsource_id ?? '')
    .orderBy('position')
    .execute();
  expect(sections.flatMap((section) => section.passage_ids)).toEqual(passages.map(({ id }) => id));
  expect(unplaced).toEqual([]);
  for (const section of sections) {
    const own = questions.filter(({ evidence }) => section.passage_ids.includes(evidence?.passage_id ?? ''));
    expect(section.question_ids).toEqual(own.map(({ id }) => id));
    for (const [level, count] of Object.entries(section.counts)) {
      expect([level, count]).toEqual([level, own.filter((each) => each.blooms_taxonomy === level).length]);
    }
    expect(section.title).not.toBe('');
    expect(section.word_count).toBeGreaterThan(0);
  }
  expect(uncovered).toBe(sections.filter((section) => section.question_ids.length === 0).length);
  expect(sections.flatMap((section) => section.question_ids).sort()).toEqual(
    questions.map(({ id }) => id).sort(),
  );
});

test('a question is asked about the section that is named', async () => {
  const lesson = await teacher.makeTextLesson(`${readLesson('biology')}\n\n${readLesson('economics')}`);
  const { question_set: set, questions } = await makeSet(lesson.id, 2);
  const { sections } = await readCoverage(set.id);
  const largest = [...sections].sort((one, other) => other.word_count - one.word_count)[0];
  const answer = await teacher.post(`/api/question-sets/${set.id}/regenerate/`, {
    avoid: questions.map(({ text }) => text),
    section: largest?.section,
  });
  const { question } = answer.read(200, regeneratedQuestion);
  expect(largest?.passage_ids).toContain(question?.evidence?.passage_id);
});

test('questions that cite nothing, or a text that is gone, are named apart', async () => {
  const lesson = await teacher.makeTextLesson(readLesson('biology'));
  const { question_set: set, questions } = await makeSet(lesson.id, 2);
  const byHand = {
    text: 'Which gas do leaves take in?',
    type: 'multiple_choice',
    blooms_taxonomy: 'remember',
    difficulty: 'easy',
    outcome: null,
    options: [
      { text: 'Carbon dioxide', is_correct: true },
      { text: 'Nitrogen', is_correct: false },
    ],
    explanation: '',
    evidence: null,
    key_points: [],
    rubric: null,
    written_by: 'instructor',
  };
  const published = (
    await teacher.post(`/api/question-sets/${set.id}/publish/`, {
      based_on_version: 1,
      questions: [byHand, { ...byHand, text: 'Which gas is in the air?', evidence: questions[0]?.evidence }],
    })
  ).read(200, questionSetWithQuestions);
  const [cited, placed] = [published.questions[0]?.id, published.questions[1]?.id];
  const map = await readCoverage(set.id);
  expect(map.unplaced_question_ids).toEqual([cited]);
  expect(map.sections.flatMap((section) => section.question_ids)).toEqual([placed]);
  await application.dependencies.database
    .updateTable('lessons')
    .set({ docsource_id: null })
    .where('id', '=', lesson.id)
    .execute();
  expect(await readCoverage(set.id)).toEqual({
    sections: [],
    uncovered: 0,
    unplaced_question_ids: [cited, placed],
  });
});
