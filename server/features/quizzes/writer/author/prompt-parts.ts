import { codeOfStem } from '../../../../../items/stem-parts.ts';
import { speaksToModel } from '../../../../language-model/plain-text.ts';
import type { Fence } from '../../../../language-model/fence.ts';
import type { LessonOutcome } from '../../../../language/lesson-text.ts';
import type { Difficulty } from '../compose/composed-question.ts';
import type { WritingTask } from '../plan-tasks.ts';
import type { Stretch } from '../../../../language-model/stretches.ts';

/** What a prompt says about the lesson besides the stretch. */
export interface PromptLesson {
  readonly title: string;
  readonly outcomes: readonly LessonOutcome[];
}

const MOST_ASKED = 12;

/** The material between marks that its author cannot know. */
export function showMaterial(fence: Fence, lesson: PromptLesson, stretch: Stretch): string {
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

/** What an author of questions has to know about slides and code; nothing for a stretch of prose. */
export function explainSlidesAndCode({ hasSlides, hasCode }: Stretch): string {
  const lines = [
    ...(hasSlides
      ? [
          '- The material is slides: the path of titles above a slide says what its points are about. Ask about the idea behind the points, never about the wording of a point: what a term means, how two things differ, what follows from a property, which step comes when and why. Do not mention slides.',
        ]
      : []),
    ...(hasCode
      ? [
          '- The material contains code. Ask what it does, why it is written so, or what happens when a part of it changes. The question may quote the code, shortened to the lines it is about: put those lines between a line of ``` with the name of the language and a line of ```, before or after the question. That is the only Markdown allowed.',
        ]
      : []),
  ];
  return lines.length === 0 ? '' : `\n\nAbout this material\n${lines.join('\n')}`;
}

/** Outcomes by the short name that answers refer to. */
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

/** Stems that exist already, so that the next question is about another idea. */
function showAsked(fence: Fence, stems: readonly string[]): string[] {
  if (stems.length === 0) return [];
  const shown = stems.slice(-MOST_ASKED).map((stem) => `- ${inOneLine(stem).slice(0, 200)}`);
  return ['These questions exist already. Ask about another idea:', fence.enclose(shown.join('\n'))];
}

const inOneLine = (stem: string): string => (codeOfStem(stem) === '' ? stem : stem.replaceAll(/\s+/gu, ' '));

const DIFFICULTY_GUIDES: Readonly<Record<Difficulty, string>> = {
  easy: 'Make it easy: nine of ten students who attended should get it right.',
  medium: 'Make it of medium difficulty: two thirds of the students who attended should get it right.',
  hard: 'Make it hard: it should separate the best students, through an option that a common misunderstanding makes attractive or a case that needs two steps of reasoning, never through trick wording or trivial detail.',
};

const showDifficulty = (difficulty: Difficulty | undefined): string[] =>
  difficulty === undefined ? [] : [DIFFICULTY_GUIDES[difficulty]];

/** What every prompt for a question is about. */
export interface QuestionPromptRequest<Draft> {
  readonly lesson: PromptLesson;
  readonly task: WritingTask;
  readonly difficulty?: Difficulty | undefined;
  /** Stems of questions on the same stretch. */
  readonly asked: readonly string[];
  /** The first attempt and what is wrong with it. */
  readonly refused?: { readonly draft: Draft; readonly problems: readonly string[] } | undefined;
}

/** Material, level and, for a second attempt, what was wrong with the first. */
export function showTask<Draft>(
  fence: Fence,
  { lesson, task, difficulty, asked, refused }: QuestionPromptRequest<Draft>,
  levelGuide: string,
): string {
  return [
    'Material:',
    showMaterial(fence, lesson, task.stretch),
    ...showOutcomes(fence, lesson.outcomes),
    ...showAsked(fence, asked),
    `Level of the question: ${levelGuide}`,
    ...showDifficulty(difficulty),
    ...(refused === undefined
      ? ['Write the question.']
      : [
          'This question was refused:',
          fence.enclose(JSON.stringify(refused.draft)),
          fence.enclose(refused.problems.map((problem) => `- ${problem}`).join('\n')),
          'Write a better question on the same idea that has none of these problems.',
        ]),
  ].join('\n\n');
}
