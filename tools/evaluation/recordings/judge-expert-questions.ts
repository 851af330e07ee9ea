import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { inNumericOrder } from '#server/features/quizzes/writer/check-form.ts';
import { judgeReading } from '#server/features/quizzes/writer/judge-reading.ts';
import { readChoices } from '#server/features/quizzes/writer/reader.ts';
import { anchorQuote } from '#server/ai/language-model/anchor-quote.ts';
import { listStretches } from '#server/ai/language-model/stretches.ts';
import type { ExpertLesson } from './read-expert-lesson.ts';

/** What the product's checks say of one question that an expert wrote. */
export interface JudgedQuestion {
  readonly lesson: string;
  readonly stem: string;
  /** `null` for a good question. */
  readonly fault: 'wrong_key' | 'second_right_answer' | null;
  readonly levelWritten: string;
  readonly levelRead: string;
  readonly isRefused: boolean;
  /** Codes of the item checker's warnings. */
  readonly warnings: readonly string[];
}

/** Holds an expert's good and deliberately faulty questions against the checks that a model's questions must pass. */
export async function judgeExpertQuestions(
  lesson: ExpertLesson,
  generator: Pick<ObjectGenerator, 'generateObject' | 'concurrency'>,
): Promise<JudgedQuestion[]> {
  const stretches = listStretches(lesson.text.passages);
  const questions = [
    ...lesson.expert_questions.map((question) => ({ ...question, fault: null })),
    ...lesson.flawed_questions,
  ];
  const judged: JudgedQuestion[] = [];
  const queue = [...questions.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, { stem, key, distractors, quote, fault, level }] = next;
      const evidence = anchorQuote(quote, lesson.text.passages);
      const stretch =
        stretches.find(({ passages }) => passages.some(({ id }) => id === evidence?.passage_id)) ??
        stretches[0];
      if (stretch === undefined || evidence === undefined)
        throw new Error(`${lesson.name}: the quote of "${stem}" is not in the lesson.`);
      const options = [key, ...distractors];
      const {
        readings: [reading],
      } = await readChoices(generator, {
        lesson: { title: lesson.text.title, outcomes: lesson.outcomes },
        questions: [{ stretch, stem, options, seed: index * 7 + 1 }],
      });
      if (reading === undefined)
        throw new Error(`${lesson.name}: the reading of "${stem}" leaves out an option.`);
      judged.push({
        lesson: lesson.name,
        stem,
        fault,
        levelWritten: level,
        levelRead: reading.level,
        isRefused: judgeReading(reading, 0, options).isRefused,
        warnings: checkQuestion({
          text: stem,
          type: 'multiple_choice',
          options: inNumericOrder(options.map((text, place) => ({ text, is_correct: place === 0 }))),
          quote: evidence.quote,
        }).map(({ code }) => code),
      });
    }
  };
  await Promise.all(Array.from({ length: generator.concurrency ?? 1 }, work));
  return judged;
}
