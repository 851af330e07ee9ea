import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BLOOM_LEVELS, DIFFICULTIES } from '#contract/question-kinds.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getLessonText } from '#server/features/lessons/lesson-text.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { putIntoQuiz } from '#server/features/quizzes/bank/candidates.ts';
import { publishQuestions } from '#server/features/quizzes/editing/edit-questions.ts';

const preparedQuestions = z.array(
  z.object({
    text: z.string(),
    options: z.array(z.string()),
    right: z.int(),
    explanation: z.string(),
    quote: z.string(),
    level: z.enum(BLOOM_LEVELS),
    difficulty: z.enum(DIFFICULTIES),
    outcome: z.string(),
  }),
);

/**
 * Saves the prepared questions of a demo lesson as its quiz, each with the passage that it rests on.
 * @param path the JSON file with the questions
 */
export async function addDemoQuiz(
  dependencies: Pick<Dependencies, 'database'>,
  actor: Actor,
  lesson: LessonRow,
  path: string,
): Promise<void> {
  const prepared = preparedQuestions.parse(JSON.parse(await readFile(path, 'utf8')));
  const { passages } = (await getLessonText(dependencies, lesson.id)).text;
  const { question_set: set } = await putIntoQuiz(dependencies, actor, {
    lesson_id: lesson.id,
    candidate_ids: [],
  });
  await publishQuestions(dependencies, actor, set.id, {
    based_on_version: set.version,
    questions: prepared.map(({ options, right, quote, level, ...question }) => {
      const passage = passages.find(({ text }) => text.includes(quote));
      if (passage === undefined) throw new Error(`No passage of ${lesson.title} contains: ${quote}`);
      return {
        ...question,
        type: 'multiple_choice',
        blooms_taxonomy: level,
        options: options.map((text, index) => ({ text, is_correct: index === right })),
        evidence: { quote, passage_id: passage.id },
        key_points: [],
        rubric: null,
        dismissed_flaws: [],
        written_by: 'instructor',
        is_draft: false,
      };
    }),
  });
}
