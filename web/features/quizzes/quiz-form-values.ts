import {
  QUESTION_COUNT_DEFAULT,
  QUESTION_COUNT_MAXIMUM,
  QUESTION_COUNT_MINIMUM,
  type AnswerStyle,
  type BloomLevel,
} from '#contract/question-kinds.ts';
import type { GenerateQuestionsRequest } from '#contract/quizzes.ts';
import type { CRITERIA, DIFFICULTY_CHOICES } from './quiz-choices.ts';

export interface QuizFormValues {
  name: string;
  courseId: number | null;
  lessonId: number | null;
  answerStyle: AnswerStyle;
  /** As the field gives it: text while it is being typed. */
  count: number | string;
  levels: readonly BloomLevel[];
  difficulty: (typeof DIFFICULTY_CHOICES)[number];
  outcomes: readonly string[];
  /** What the questions are chosen by; the quiz page does not ask. */
  criteria: (typeof CRITERIA)[number] | undefined;
  /** The passages of an answer that the quiz is about; undefined where no answer led to it. */
  passages: { readonly ids: readonly string[]; readonly isOn: boolean } | undefined;
}

export const EMPTY_QUIZ_FORM: QuizFormValues = {
  name: '',
  courseId: null,
  lessonId: null,
  answerStyle: 'multiple_choice',
  count: QUESTION_COUNT_DEFAULT,
  levels: [],
  difficulty: 'mixed',
  outcomes: [],
  criteria: undefined,
  passages: undefined,
};

/** The fields in the way of generation, in the order of the form; their names are texts of `quizzes.invalid`. */
export function listInvalidFields(values: QuizFormValues): ('course' | 'lesson' | 'count')[] {
  return [
    ...(values.courseId === null ? (['course'] as const) : []),
    ...(values.courseId !== null && values.lessonId === null ? (['lesson'] as const) : []),
    ...(isCount(values.count) ? [] : (['count'] as const)),
  ];
}

const isCount = (count: number | string): count is number =>
  typeof count === 'number' &&
  Number.isInteger(count) &&
  count >= QUESTION_COUNT_MINIMUM &&
  count <= QUESTION_COUNT_MAXIMUM;

/** The request that the form amounts to, or undefined while a field is in the way. */
export function toGenerateRequest(values: QuizFormValues): GenerateQuestionsRequest | undefined {
  const { lessonId, count, criteria, passages } = values;
  if (lessonId === null || !isCount(count)) return undefined;
  const name = values.name.trim();
  return {
    lesson_id: lessonId,
    answer_style: values.answerStyle,
    question_count: count,
    difficulty: values.difficulty,
    ...(name === '' ? {} : { name }),
    ...(values.levels.length === 0 ? {} : { taxonomy_levels: [...values.levels] }),
    ...(values.outcomes.length === 0 ? {} : { outcomes: [...values.outcomes] }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(passages?.isOn === true ? { passage_ids: [...passages.ids] } : {}),
  };
}

/** Another course has other lessons and outcomes: what was chosen of the former is dropped. */
export const withCourse = (values: QuizFormValues, courseId: number | null): QuizFormValues => ({
  ...values,
  courseId,
  lessonId: null,
  outcomes: [],
  criteria: values.criteria === 'outcomes' ? 'levels' : values.criteria,
  passages: undefined,
});
