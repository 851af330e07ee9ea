import { describe, expect, test } from 'vitest';
import { selectQuestions } from '#server/features/quizzes/writer/select-questions.ts';
import { writeCandidates } from '#server/features/quizzes/writer/write-candidates.ts';
import type { WrittenCandidate } from '#server/features/quizzes/writer/written-candidate.ts';
import { listSections, sectionOfPassages } from '#server/language/list-sections.ts';
import { judgeExpertQuestions, type JudgedQuestion } from './judge-expert-questions.ts';
import { readExpertLesson, readRecording } from './read-expert-lesson.ts';
import { startRecordedService, type OpenRequest } from './recorded-service.ts';

/** Lessons whose questions were recorded with the prompts as they are now. */
const RECORDED = ['cognitive-biases', 'plate-tectonics', 'polymer-chemistry', 'roman-law-of-property'];

const refuseToAsk = ({ id }: OpenRequest): Promise<never> =>
  Promise.reject(
    new Error(
      `No answer was recorded for request ${id}: a prompt has changed. Record again as quality/evaluation/recordings/README.md says.`,
    ),
  );

describe.each(RECORDED)('ten questions on %s, written by a strong model', (name) => {
  test('are made, cite the lesson, cover it, and give nothing away by length', async () => {
    const lesson = await readExpertLesson(name);
    const { generator, server } = await startRecordedService(
      await readRecording('questions', name),
      refuseToAsk,
    );
    const candidates: WrittenCandidate[] = [];
    const report = await writeCandidates(lesson.text, {
      count: 20,
      answerStyle: 'multiple_choice',
      avoid: [],
      seed: 1,
      generator,
      onCandidate: (candidate) => {
        candidates.push(candidate);
        return Promise.resolve();
      },
    });
    server.close();
    expect(report.written).toBeGreaterThanOrEqual(16);
    // Calls per question; with one question per call, there were 2.5.
    expect(server.calls.length / report.written).toBeLessThanOrEqual(2.2);
    expect(candidates.every(({ writtenBy }) => writtenBy === 'language_model')).toBe(true);
    const sections = sectionOfPassages(listSections(lesson.text.passages));
    const drawn = selectQuestions(
      candidates.map((candidate) => ({
        ...candidate,
        section: sections.get(candidate.question.evidence.passage_id) ?? 0,
      })),
      { count: 10, answerStyle: 'multiple_choice', seed: 3 },
    );
    expect(drawn).toHaveLength(10);
    const passages = new Map(lesson.text.passages.map((passage) => [passage.id, passage.text]));
    for (const { question } of drawn)
      expect(passages.get(question.evidence.passage_id)).toContain(question.evidence.quote);
    const longest = drawn.filter(({ question: { options } }) => {
      const key = options.find((option) => option.is_correct)?.text.length ?? 0;
      return options.every((option) => option.is_correct || option.text.length < key);
    });
    expect(longest.length).toBeLessThanOrEqual(4);
    const touched = new Set(drawn.map(({ section }) => section)).size;
    expect(touched / new Set(sections.values()).size).toBeGreaterThanOrEqual(0.7);
    const levels = new Set(drawn.map(({ question }) => question.blooms_taxonomy));
    expect(levels.size).toBeGreaterThanOrEqual(3);
  });
});

describe('the checks of a model’s questions', () => {
  test('pass an expert’s questions and refuse wrong keys and second right answers', async () => {
    const judged: JudgedQuestion[] = [];
    for (const name of RECORDED) {
      const lesson = await readExpertLesson(name);
      const { generator, server } = await startRecordedService(
        await readRecording('readings', name),
        refuseToAsk,
      );
      judged.push(...(await judgeExpertQuestions(lesson, generator)));
      server.close();
    }
    const good = judged.filter(({ fault }) => fault === null);
    const share = (list: readonly JudgedQuestion[], which: (one: JudgedQuestion) => boolean): number =>
      list.filter(which).length / list.length;
    const isRefused = (one: JudgedQuestion): boolean => one.isRefused;
    expect(share(good, isRefused)).toBeLessThanOrEqual(0.05);
    expect(share(good, ({ warnings }) => warnings.length > 0)).toBeLessThanOrEqual(0.1);
    expect(share(good, ({ levelRead, levelWritten }) => levelRead === levelWritten)).toBeGreaterThanOrEqual(
      0.75,
    );
    for (const fault of ['wrong_key', 'second_right_answer'] as const)
      expect(
        share(
          judged.filter((one) => one.fault === fault),
          isRefused,
        ),
      ).toBeGreaterThanOrEqual(0.8);
  });
});
