import type { LessonOutcome, LessonPassage } from '../../../language/lesson-text.ts';

/** What a prompt tells of the lesson beside its passages. */
export interface PromptLesson {
  readonly title: string;
  /** Those that the questions should serve. */
  readonly outcomes: readonly LessonOutcome[];
}

/** Longer passages are cut: four of them, the rules and the answers must fit into 4,096 tokens. */
const MAXIMUM_CHARACTERS = 1_800;

export function tellPassage({ title }: PromptLesson, { heading, text }: LessonPassage): string {
  return [
    `Lesson: ${title.slice(0, 200)}`,
    ...(heading === null ? [] : [`Section: ${heading.slice(0, 200)}`]),
    `Passage: ${text.slice(0, MAXIMUM_CHARACTERS)}`,
  ].join('\n');
}
