import type { Question } from '#contract/quizzes.ts';
import type { WrittenSummary } from '../lessons/export/lesson-summary.ts';

export interface GuideLesson {
  readonly title: string;
  readonly summary: WrittenSummary | undefined;
  readonly questions: readonly Question[];
}

export interface StudyGuide {
  readonly title: string;
  readonly course: string;
  readonly lessons: readonly GuideLesson[];
  readonly hasAnswers: boolean;
}
