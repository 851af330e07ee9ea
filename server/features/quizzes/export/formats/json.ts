import type { ExportFormat } from '../format.ts';

/** `exportedQuiz` of contract/quiz-export.ts. */
export const json: ExportFormat = {
  fileExtension: 'json',
  contentType: 'application/json; charset=utf-8',
  lacks: [],
  async *write({ name, lesson_title: title, created_at: createdAt, course, entries }) {
    const heading = { format: 'lectern-quiz', version: 1, name, lesson_title: title, created_at: createdAt };
    yield `${JSON.stringify(heading).slice(0, -1)},"questions":[`;
    let isFirst = true;
    for await (const { question, group, lesson_title: lessonTitle } of entries) {
      const place = {
        ...(course === 'quizzes' ? { quiz: group.name } : {}),
        ...(course === undefined && lessonTitle === title ? {} : { lesson_title: lessonTitle }),
      };
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ ...place, ...question })}`;
      isFirst = false;
    }
    yield ']}\n';
  },
};
