import { z } from 'zod';
import { createFence } from '../../../language-model/fence.ts';
import { CHOICE_GUIDES } from './level-guides.ts';
import { tellPassage } from './passage-prompt.ts';
import type { PromptLesson } from './passage-prompt.ts';
import type { Task } from './plan-tasks.ts';

export const stemAnswer = z.object({
  items: z.array(
    z.object({
      number: z.number().describe('the number of the task'),
      stem: z.string().describe('the question'),
      key: z.string().describe('the right answer'),
      kind: z.string().describe('what kind of thing the answer is, and its grammatical form'),
      quote: z.string().describe('the words of the passage that prove the answer, copied exactly'),
    }),
  ),
});

export const distractorAnswer = z.object({
  items: z.array(
    z.object({
      number: z.number().describe('the number of the question'),
      distractors: z.array(z.string()).describe('five wrong answers'),
    }),
  ),
});

export interface Prompt {
  readonly system: string;
  readonly prompt: string;
}

/** A task that is given again with what was wrong with the first attempt. */
export interface Attempted<T> {
  readonly task: T;
  readonly attempt: string;
  readonly problems: readonly string[];
}

/** Stems and keys first: a writer who thinks of wrong answers at the same time writes questions around them. */
export function promptForStems(
  lesson: PromptLesson,
  tasks: readonly Task[],
  earlier: readonly Attempted<Task>[] = [],
): Prompt {
  const fence = createFence();
  const system = `You write questions for the multiple-choice exam of a university course. For every task you write one question about its passage, with its right answer. Wrong answers are written later by somebody else.

${fence.explanation}

Rules:
- stem: one question of 6 to 30 words in plain English, ending with a question mark, that can be answered without seeing any options. It names its subject; it does not say "this", "the passage", "the lesson", "not", "often", "usually" or "many", and has no blank to fill.
- key: the right answer in 1 to 12 words, made of words of the quote. No word of the key, except small ones, stands in the stem.
- kind: what kind of thing the key is and its grammatical form, such as "a year" or "a reason that begins with Because".
- quote: one or two whole sentences of that task's passage that prove the key, copied character for character.
- Do what the level of the task asks for. Ask each time about another fact. Skip a task whose passage states nothing worth asking.
- Plain text: no HTML, no Markdown, no numbering.`;
  const parts = tasks.map((task) =>
    [
      `Task ${task.number}. Level ${task.level}: the question asks to ${CHOICE_GUIDES[task.level]}.`,
      fence.enclose(tellPassage(lesson, task.passage)),
      ...tellAttempt(
        fence.enclose,
        earlier.find(({ task: { number } }) => number === task.number),
      ),
    ].join('\n'),
  );
  return { system, prompt: [...tellOutcomes(fence.enclose, lesson), ...parts].join('\n\n') };
}

/** A stem with its key, for which wrong answers are wanted. */
export interface OpenQuestion {
  readonly task: Task;
  readonly stem: string;
  readonly key: string;
  readonly kind: string;
}

export function promptForDistractors(
  lesson: PromptLesson,
  questions: readonly OpenQuestion[],
  earlier: readonly Attempted<Task>[] = [],
): Prompt {
  const fence = createFence();
  const system = `You write the wrong answers for the multiple-choice exam of a university course. For every question you are given its passage, its right answer and the kind of thing that is.

${fence.explanation}

Rules for the five wrong answers of each question:
- Each is of the same kind and the same grammatical form as the right answer and about as long; at least two are a little longer than it.
- Each is what somebody who misunderstood the lesson could believe, and is clearly wrong to somebody who understood it. Nothing in the passage makes it true.
- They differ from the right answer and from each other in meaning; none includes another.
- Where the right answer is a number, so are they, with the same unit.
- No "all of the above", "none of the above", "always" or "never".
- Plain text: no HTML, no Markdown, no letters or numbers before them.`;
  const parts = questions.map(({ task, stem, key, kind }) =>
    [
      `Question ${task.number}.`,
      fence.enclose(
        [
          tellPassage(lesson, task.passage),
          `Question: ${stem}`,
          `Right answer: ${key}`,
          `Kind: ${kind}`,
        ].join('\n'),
      ),
      ...tellAttempt(
        fence.enclose,
        earlier.find(({ task: { number } }) => number === task.number),
      ),
    ].join('\n'),
  );
  return { system, prompt: parts.join('\n\n') };
}

function tellAttempt(enclose: (text: string) => string, earlier: Attempted<Task> | undefined): string[] {
  if (earlier === undefined) return [];
  return [
    'This was tried and refused, for the reasons given with it. Write another that avoids them:',
    enclose([earlier.attempt, ...earlier.problems.map((problem) => `Refused: ${problem}`)].join('\n')),
  ];
}

export function tellOutcomes(enclose: (text: string) => string, lesson: PromptLesson): string[] {
  if (lesson.outcomes.length === 0) return [];
  return [
    `The course wants its students to reach these outcomes. Where a passage serves one, ask about that:\n${enclose(
      lesson.outcomes.map((outcome) => `- ${outcome.description.slice(0, 300)}`).join('\n'),
    )}`,
  ];
}
