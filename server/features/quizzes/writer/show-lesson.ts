import type { Fence } from '#server/ai/language-model/fence.ts';
import { speaksToModel } from '#server/ai/language-model/plain-text.ts';
import type { Stretch } from '#server/ai/language-model/stretches.ts';
import type { LessonOutcome } from '#server/language/lesson-text.ts';

/** What a prompt says about the lesson in addition to the stretch. */
export interface PromptLesson {
  readonly title: string;
  readonly outcomes: readonly LessonOutcome[];
}

/** The material between markers that its author cannot know. */
function showMaterial(fence: Fence, lesson: PromptLesson, stretch: Stretch): string {
  return fence.enclose(
    [
      ...(speaksToModel(lesson.title) ? [] : [`Lesson: ${lesson.title.slice(0, 200)}`]),
      ...(stretch.heading === null || speaksToModel(stretch.heading)
        ? []
        : [`Section: ${stretch.heading.slice(0, 200)}`]),
      stretch.text,
    ].join('\n'),
  );
}

/** Shows each stretch once, as numbered material. */
export function showMaterials(
  fence: Fence,
  lesson: PromptLesson,
  stretches: readonly Stretch[],
): { shown: string[]; numberOf: (stretch: Stretch) => number } {
  const distinct = [...new Set(stretches)];
  return {
    shown: distinct.flatMap((stretch, index) => [
      `Material ${index + 1}:`,
      showMaterial(fence, lesson, stretch),
    ]),
    numberOf: (stretch) => distinct.indexOf(stretch) + 1,
  };
}

/** The outcomes, with the short names that answers refer to. */
export function showOutcomes(fence: Fence, outcomes: readonly LessonOutcome[]): string[] {
  const usable = outcomes.filter(({ description }) => !speaksToModel(description));
  if (usable.length === 0) return [];
  return [
    'Outcomes of the course:',
    fence.enclose(
      usable.map(({ short_name: name, description }) => `${name}: ${description.slice(0, 300)}`).join('\n'),
    ),
  ];
}
