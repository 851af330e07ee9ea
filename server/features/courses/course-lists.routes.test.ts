import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { course } from '#contract/courses.ts';
import { lessonList } from '#contract/lessons.ts';
import { questionSetDraft } from '#contract/question-editing.ts';
import { questionSet, questionSetWithQuestions } from '#contract/quizzes.ts';
import { eventually } from '#server/testing/test-application.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

const TEXT = readFileSync('server/language/testing/lessons/economics.txt', 'utf8').replaceAll(/^#+ /gm, '');
const application = await useTestApplication({ worker: true, languageModel: 'fake' });
const owner = await application.register();

const listLessons = async (courseId: number) =>
  (await owner.get(`/api/lessons/by_course/?course_id=${courseId}`)).read(200, lessonList);
const titlesOf = async (courseId: number) => (await listLessons(courseId)).map(({ title }) => title);
const listQuizzes = async (courseId: number) =>
  (await owner.get(`/api/question-sets/?course_id=${courseId}`)).read(200, z.array(questionSet));

async function makeLessons(...titles: string[]) {
  const { id: courseId } = await owner.makeCourse();
  const ids: number[] = [];
  for (const title of titles)
    ids.push((await owner.makeLesson({ title, file: 'https://example.org/a.pdf', course: courseId })).id);
  return { courseId, ids };
}
const order = (courseId: number, ids: number[]) =>
  owner.call('PUT', `/api/courses/${courseId}/lesson_order/`, { json: { lesson_ids: ids } });

test('keeps lessons in the order that the instructor gave them, new ones last', async () => {
  const { courseId, ids } = await makeLessons('One', 'Two', 'Three');
  const [one, two, three] = ids as [number, number, number];
  expect((await order(courseId, [three, one, two])).status).toBe(204);
  await owner.makeLesson({ title: 'Four', file: 'https://example.org/b.pdf', course: courseId });
  expect(await titlesOf(courseId)).toEqual(['Three', 'One', 'Two', 'Four']);
});

test('rejects an order with a lesson of another course, and changes nothing', async () => {
  const { courseId, ids } = await makeLessons('One', 'Two');
  const other = await makeLessons('Elsewhere');
  (await order(courseId, [...ids.toReversed(), other.ids[0] ?? 0])).readProblem(404);
  expect(await titlesOf(courseId)).toEqual(['One', 'Two']);
});

test('moves a lesson to the end of another course, without its topic', async () => {
  const { courseId, ids } = await makeLessons('One', 'Two');
  const other = await makeLessons('Elsewhere');
  await order(other.courseId, other.ids);
  const json = { title: 'One', topic: 'Week 1' };
  expect((await owner.call('PUT', `/api/lessons/${ids[0]}/`, { json })).status).toBe(200);
  expect((await listLessons(courseId))[0]).toMatchObject({ title: 'One', topic: 'Week 1' });
  const move = { title: 'One', course: other.courseId };
  expect((await owner.call('PUT', `/api/lessons/${ids[0]}/`, { json: move })).status).toBe(200);
  expect(await titlesOf(courseId)).toEqual(['Two']);
  expect((await listLessons(other.courseId)).map(({ title, topic }) => [title, topic])).toEqual([
    ['Elsewhere', ''],
    ['One', ''],
  ]);
});

test.each([
  ['in use', false],
  ['in the trash', true],
])(
  'assigns the outcomes of the new course to the questions of a moved lesson: a quiz %s',
  async (_, isTrashed) => {
    const from = await owner.makeCourse({
      outcomes: [
        { short_name: 'A', description: 'Explain supply.' },
        { short_name: 'B', description: 'Explain demand.' },
      ],
    });
    const to = await owner.makeCourse({
      outcomes: [
        { short_name: 'S1', description: 'explain supply. ' },
        { short_name: 'B', description: 'Compare taxes.' },
      ],
    });
    const lesson = await owner.makeTextLesson(TEXT, from.id);
    const asked = await owner.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 2 });
    const { question_set: set, questions } = asked.read(200, questionSetWithQuestions);
    const withOutcomes = ['A', 'B', null].map((outcome) => ({
      ...questions[0],
      id: null,
      text: `What does ${outcome ?? 'nothing'} mean?`,
      outcome,
    }));
    const path = `/api/question-sets/${set.id}`;
    await owner.post(`${path}/publish/`, { based_on_version: 1, questions: withOutcomes });
    const json = { based_on_version: 2, questions: withOutcomes };
    expect((await owner.call('PUT', `${path}/draft/`, { json })).status).toBe(200);

    const move = { title: 'Supply', course: to.id };
    if (isTrashed) await owner.call('DELETE', `${path}/`);
    expect((await owner.call('PUT', `/api/lessons/${lesson.id}/`, { json: move })).status).toBe(200);
    if (isTrashed) await owner.post(`/api/trash/question-sets/${set.id}/restore/`);
    const moved = await owner.get(`/api/question-sets/by_question_set/?question_set_id=${set.id}`);
    expect(
      moved.read(200, questionSetWithQuestions).questions.map(({ outcome }) => outcome?.short_name ?? null),
    ).toEqual(['S1', null, null]);
    const draft = (await owner.get(`${path}/draft/`)).read(200, questionSetDraft);
    expect(draft.questions.map(({ outcome }) => outcome)).toEqual(['S1', null, null]);
    const bank = await owner.get(`/api/lessons/${lesson.id}/question-bank/`);
    expect(bank.status).toBe(200);
    expect(bank.text).not.toMatch(/"short_name":"[AB]"/u);
  },
);

test('copies a course with summaries and saved quizzes, which survive the original', async () => {
  const { id: courseId } = await owner.makeCourse({
    outcomes: [{ short_name: 'A', description: 'Explain.' }],
  });
  const lesson = await owner.makeTextLesson(TEXT, courseId);
  await owner.call('PUT', `/api/lessons/${lesson.id}/`, { json: { title: 'Supply', topic: 'Week 1' } });
  await owner.post('/api/summarize-file/', { lesson_id: lesson.id, docsource_id: lesson.docsource_id });
  const asked = await owner.post('/api/question-sets/generate/', { lesson_id: lesson.id, n: 3 });
  const made = asked.read(200, questionSetWithQuestions);
  await owner.post('/api/question-sets/save/', { question_set_id: made.question_set.id, name: 'Quiz one' });

  const copied = (await owner.post(`/api/courses/${courseId}/copy/`, { title: 'Next year' })).read(
    201,
    course,
  );
  expect(copied).toMatchObject({ title: 'Next year', lesson_count: 1, is_demo: false });
  expect(copied.outcomes).toEqual([{ short_name: 'A', description: 'Explain.' }]);
  const original = await owner.readLesson(lesson.id);
  await owner.deleteForGood('course', courseId);
  const [listed] = await listLessons(copied.id);
  expect(listed).toMatchObject({ title: 'Supply', topic: 'Week 1', hasSummary: true });
  const { summary_points: points } = await owner.readLesson(listed?.id ?? 0);
  expect(points).toEqual(original.summary_points);
  expect((await fetch(listed?.file ?? '')).status).toBe(200);
  const [quiz] = await listQuizzes(copied.id);
  expect(quiz).toMatchObject({ name: 'Quiz one', lesson_title: 'Supply', question_count: 3 });
  const path = `/api/question-sets/by_question_set/?question_set_id=${quiz?.id}`;
  const { questions } = (await owner.get(path)).read(200, questionSetWithQuestions);
  const withoutIds = (list: typeof questions) =>
    list.map(({ text, evidence, options }) => ({
      text,
      evidence,
      options: options.map((option) => [option.text, option.is_correct]),
    }));
  expect(withoutIds(questions)).toEqual(withoutIds(made.questions));
  const levels = questions.map(({ blooms_taxonomy: level }) => level);
  expect(quiz?.taxonomy_levels.toSorted()).toEqual([...new Set(levels)].toSorted());
}, 60_000);

test('copies the transcript of a video with its seconds', async () => {
  const { id: courseId } = await owner.makeCourse();
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:05.000\nPlants turn light into sugar in their leaves.\n';
  const { id } = await owner.makeLesson({
    file: 'https://example.org/lecture.mp4',
    course: courseId,
    audio_transcript: vtt,
  });
  const original = await eventually('the lesson to be read', async () => {
    const lesson = await owner.readLesson(id);
    return lesson.docsource_id === null ? undefined : lesson;
  });
  const copied = (await owner.post(`/api/courses/${courseId}/copy/`, { title: 'Copy' })).read(201, course);
  const [listed] = await listLessons(copied.id);
  const copy = await owner.readLesson(listed?.id ?? 0);
  expect(copy.transcript_cues).toEqual(original.transcript_cues);
  expect(copy.transcript_cues).toHaveLength(1);
  expect(copy.video_id).not.toBe(original.video_id);
});
