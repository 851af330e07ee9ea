import type { ModelAnswer, ModelCall } from '../../../../ai/testing/language-model-server.ts';
import type { LessonText } from '../../../../language/lesson-text.ts';
import { composeQuestions } from '../../compose/compose-questions.ts';
import type { ComposedQuestion } from '../../compose/composed-question.ts';

export interface StemItem {
  number: number;
  stem: string;
  key: string;
  kind: string;
  quote: string;
}
export interface DistractorItem {
  number: number;
  /** For spoilers; a model is not asked for it. */
  key: string;
  distractors: string[];
}
export interface EssayItem {
  number: number;
  prompt: string;
  key_points: { point: string; quote: string }[];
}
/** Spoils what a good writer would answer. */
export interface Spoilers {
  readonly stem?: (item: StemItem) => StemItem;
  readonly distractors?: (item: DistractorItem) => DistractorItem;
  readonly essay?: (item: EssayItem) => EssayItem;
}

/** A task as the prompt gives it. */
interface ReadTask {
  readonly number: number;
  readonly level: string;
  readonly passage: string;
}

/**
 * A model that knows how to write: it answers prompts with questions that were composed before, since those pass the
 * checker. It skips tasks that it has no question for.
 */
export async function createScriptedWriter(
  lesson: LessonText,
): Promise<(call: ModelCall, spoilers?: Spoilers) => ModelAnswer> {
  const passages = new Map(lesson.passages.map(({ id, text }) => [id, text]));
  const pools = await Promise.all(
    (['multiple_choice', 'essay'] as const).flatMap((answerStyle) =>
      [11, 12, 13].map((seed) => composeQuestions(lesson, { count: 50, answerStyle, seed })),
    ),
  );
  const known = pools.flatMap(({ questions }) => questions);
  const find = (type: ComposedQuestion['type'], { level, passage }: ReadTask): ComposedQuestion | undefined =>
    known.find(
      (question) =>
        question.type === type &&
        question.blooms_taxonomy === level &&
        (passages.get(question.evidence.passage_id) ?? '').startsWith(passage),
    );

  const writeStems = (tasks: readonly ReadTask[]): StemItem[] =>
    tasks.flatMap((task) => {
      const question = find('multiple_choice', task);
      const key = question?.options.find((option) => option.is_correct)?.text;
      if (question === undefined || key === undefined) return [];
      const { text: stem, evidence } = question;
      return [{ number: task.number, stem, key, kind: 'a phrase', quote: evidence.quote }];
    });
  const writeDistractors = (prompt: string): DistractorItem[] =>
    [...prompt.matchAll(/Question (\d+)\.[^]*?\nQuestion: ([^\n]*)\nRight answer: ([^\n]*)\n/gu)].map(
      ([, number, stem, key = '']) => ({
        number: Number(number),
        key,
        distractors: (known.find(({ text }) => text === stem)?.options ?? [])
          .filter((option) => !option.is_correct)
          .map(({ text }) => text),
      }),
    );
  const writeEssays = (tasks: readonly ReadTask[]): EssayItem[] =>
    tasks.flatMap((task) => {
      const question = find('essay', task);
      if (question === undefined) return [];
      // The composer also draws points from other passages; a model sees only this one.
      const sentences = task.passage.split(/(?<=\.) /u).filter((sentence) => sentence.length > 40);
      const points = [question.evidence.quote, ...sentences].map((quote) => ({ point: quote, quote }));
      return [{ number: task.number, prompt: question.text, key_points: points.slice(0, 5) }];
    });

  return ({ body }, spoilers = {}) => {
    const messages = body['messages'] as { role: string; content: string }[];
    const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
    const tasks = readTasks(prompt);
    const same = <T>(item: T): T => item;
    const items = messages.some(({ content }) => content.includes('essay questions'))
      ? writeEssays(tasks).map(spoilers.essay ?? same)
      : tasks.length > 0
        ? writeStems(tasks).map(spoilers.stem ?? same)
        : writeDistractors(prompt).map(spoilers.distractors ?? same);
    return { text: JSON.stringify({ items }) };
  };
}

const readTasks = (prompt: string): ReadTask[] =>
  [...prompt.matchAll(/Task (\d+)\. Level (\w+):[^]*?\nPassage: ([^\n]*)\n/gu)].map(
    ([, number, level = '', passage = '']) => ({ number: Number(number), level, passage }),
  );
