import { afterAll, describe, expect, test } from 'vitest';
import { answerEvents, type AnswerEvent } from '#contract/assistant.ts';
import type { SearchScope } from '#contract/search.ts';
import type { WireLesson } from '#contract/lessons.ts';
import { startModelServer } from '#server/ai/testing/language-model-server.ts';
import type { TestInstructor } from '#server/testing/test-instructor.ts';
import { askToEnd, dataOf } from './testing/ask-streaming.ts';
import { useTestApplication } from '#server/testing/use-test-application.ts';

/** The same lesson, each time with a word that no other account has; long enough that passages have neighbours. */
const lessonOf = (mark: string): string =>
  [
    `# Photosynthesis of ${mark}`,
    `Photosynthesis is the process by which the plants of ${mark} turn light into sugar. Chlorophyll of ${mark} absorbs red and blue light. `.repeat(
      4,
    ),
    `# Transport in ${mark}`,
    `Water rises to the leaves of ${mark} through vessels called xylem. Sugar travels to the roots of ${mark} through the phloem. `.repeat(
      4,
    ),
    `# Breathing of ${mark}`,
    `Stomata of ${mark} are small pores through which leaves take in carbon dioxide. Guard cells of ${mark} open and close them. `.repeat(
      4,
    ),
  ].join('\n\n');

const QUESTIONS = [
  'What is photosynthesis?',
  'How does sugar travel to the roots?',
  'What is the difference between xylem and phloem?',
  // Not answered: what comes nearest is shown.
  'How do plants defend themselves against caterpillars and drought?',
];

interface Person {
  readonly instructor: TestInstructor;
  readonly mark: string;
  readonly course: number;
  readonly lesson: WireLesson;
  /** Of another course of theirs. */
  readonly other: WireLesson;
  readonly otherMark: string;
}

const server = await startModelServer(() => ({
  text: 'Sugar travels to the roots of plants through the phloem [1]. Photosynthesis turns light into sugar [1].',
}));
afterAll(() => server.close());
const application = await useTestApplication({
  worker: true,
  variables: {
    LANGUAGE_MODEL_PROVIDER: 'openai-compatible',
    LANGUAGE_MODEL_BASE_URL: server.origin,
    LANGUAGE_MODEL: 'test-model',
  },
});
const [mine, theirs] = await Promise.all([makePerson('Aberdeen'), makePerson('Brisbane')]);

async function makePerson(mark: string): Promise<Person> {
  const instructor = await application.register();
  const { id: course } = await instructor.makeCourse({ title: `Course of ${mark}` });
  const otherMark = `${mark}shire`;
  return {
    instructor,
    mark,
    course,
    lesson: await instructor.makeTextLesson(lessonOf(mark), course),
    other: await instructor.makeTextLesson(lessonOf(otherMark)),
    otherMark,
  };
}

/** Everything that the person and the language model receive for every question. */
async function askAll(
  { instructor }: Person,
  scope: SearchScope,
): Promise<{ events: AnswerEvent[]; everything: string }> {
  const before = server.calls.length;
  const events: AnswerEvent[] = [];
  for (const text of QUESTIONS) events.push(...(await askToEnd(instructor, { text, ...scope })));
  for (const { name, data } of events) answerEvents[name].parse(data);
  const told = server.calls.slice(before).map(({ said }) => said);
  return { events, everything: JSON.stringify([events, told]) };
}
const citedLessons = (events: readonly AnswerEvent[]): number[] => [
  ...new Set(
    dataOf(events, 'done').flatMap(({ message }) =>
      [...message.citations, ...message.nearest].map(({ lesson_id: id }) => id),
    ),
  ),
];

describe('of two people whose lessons answer the same', () => {
  test.each<[string, (of: Person) => SearchScope]>([
    ['all of one’s own', () => ({})],
    ['a course', ({ course }) => ({ course_id: course })],
    ['a lesson', ({ lesson }) => ({ lesson_id: lesson.id })],
  ])('each is answered from their own: %s', async (name, scopeOf) => {
    for (const [person, other] of [
      [mine, theirs],
      [theirs, mine],
    ] as const) {
      const { events, everything } = await askAll(person, scopeOf(person));
      expect(everything).toContain(person.mark);
      expect(everything).not.toContain(other.mark);
      const outcomes = dataOf(events, 'done').map(({ message }) => message.outcome);
      expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThanOrEqual(2);
      const cited = citedLessons(events);
      expect(cited.length).toBeGreaterThan(0);
      const own = name === 'all of one’s own' ? [person.lesson.id, person.other.id] : [person.lesson.id];
      expect(own).toEqual(expect.arrayContaining(cited));
      if (name !== 'all of one’s own') expect(everything).not.toContain(person.otherMark);
    }
  });
});

test('no answer uses a deleted lesson or course', async () => {
  const person = await makePerson('Cardiff');
  const { instructor } = person;
  expect((await askAll(person, {})).everything).toContain('Cardiff ');
  expect((await instructor.call('DELETE', `/api/lessons/${person.lesson.id}/`)).status).toBe(204);
  const without = await askAll(person, {});
  expect(without.everything).not.toMatch(/Cardiff\b/u);
  expect(citedLessons(without.events)).toEqual([person.other.id]);
  expect((await instructor.call('DELETE', `/api/courses/${person.other.course}/`)).status).toBe(204);
  const nothing = await askAll(person, {});
  expect(nothing.everything).not.toContain('Cardiff');
  for (const { message } of dataOf(nothing.events, 'done'))
    expect(message).toMatchObject({ outcome: 'nothing_found', citations: [], nearest: [] });
});
