import { z } from 'zod';
import { codeOfStem } from '#contract/question-rules/stem-parts.ts';
import { createFence, type Fence } from '#server/language-model/fence.ts';
import { speaksToModel } from '#server/language-model/plain-text.ts';
import type { Stretch } from '#server/language-model/stretches.ts';
import type { LessonOutcome } from '#server/language/lesson-text.ts';
import type { BloomLevel, Difficulty } from '#contract/quizzes.ts';
import type { WritingTask } from '../plan-tasks.ts';

const NUMBER = z.number().describe('number of the question');
const NOTHING_TO_ASK = z
  .array(z.number())
  .describe(
    'numbers of the questions that are not written because their material has nothing worth asking, or nothing that was not asked before',
  );

/** The order of the fields is the order of thought: the idea and its misunderstandings before any wording. */
const choiceDraft = z.object({
  number: NUMBER,
  idea: z.string().describe('the idea of the material that the question tests, in a few words'),
  question: z.string().describe('the question'),
  right_answer: z.string().describe('the one right answer'),
  wrong_answers: z
    .array(
      z.object({
        mistake: z.string().describe('the misunderstanding behind it, in a few words'),
        text: z.string().describe('the wrong answer'),
      }),
    )
    .describe('three wrong answers'),
  quote: z
    .string()
    .describe(
      'one or two consecutive sentences of the material, or one to three lines of its code, or points of its slides, copied exactly: what decides most about the right answer',
    ),
  explanation: z.string().describe('one or two sentences: why the right answer is right'),
});
export type ChoiceDraft = z.infer<typeof choiceDraft>;
export const choiceDrafts = z.object({ nothing_to_ask: NOTHING_TO_ASK, questions: z.array(choiceDraft) });
export type ChoiceDrafts = z.infer<typeof choiceDrafts>;

const DECLINE =
  'Where a material has nothing worth asking (a title, an exercise or deadline, advice on the exam, an anecdote, a list of names and dates that no idea rests on), or nothing that was not asked before, write no question about it: put the number of the question in "nothing_to_ask".';
const FORM =
  'Write plain text without Markdown, in the language of the material, and formulas with ordinary characters: x², √2, ½, a/(b + c), →. Use LaTeX only where the material does, with each backslash doubled in the JSON.';

/** Few questions per call, so that even slow models finish. */
export function promptForChoices(request: QuestionPromptRequest<ChoiceDraft>): Prompt {
  const fence = createFence();
  const system = `You write multiple-choice questions for a university exam. Each must be good enough for a strict instructor to hand out unchanged.

${fence.explanation}

${DECLINE}

The question
- tests an idea that matters in the subject, not an anecdote, a detail of wording or a figure nobody needs to know.
- is one direct question that ends with a question mark and can be understood, and answered by an expert, without seeing the material or the options. It names everything it is about, in the terms of the course, and states every condition that the answer depends on, those that seem a matter of course included (what else changes, how a cost is spread, who pays for what). It never refers to the material: no "the lesson", "the text", "according to", "mentioned".
- is worded positively (no "not" or "except"), reads easily at the first reading, and is as short as clarity allows.
- asks about another idea than every other question, and gives away no other question's answer.

The right answer
- follows from the material and is the only option an expert would accept. Where the material seems wrong or damaged (a lost exponent, code cut in pieces), ask about something else, unless the rest of it leaves only one reading that is standard in the subject. A qualification that it needs to be true is in the question; where it must be in the answer, the wrong answers are qualified as much.
- is neither longer nor more precise than the wrong answers, and repeats no striking word of the question that they lack. No condition, name or term in the question says in everyday words what the right answer says ("lender of last resort" and lending); what the question stresses, at least two wrong answers take up too.

The three wrong answers
- are each what a student with a particular misunderstanding would choose, and each plainly wrong to an expert: none is partly right, or right under another reading.
- are of the same kind as the right answer, with the same grammar, length and degree of detail. Someone who knows nothing of the subject must find all four options equally likely: none is absurd, off the subject, or impossible in the case that the question describes.
- differ in meaning. Do not combine two features into four options if one combination is absurd. No "always", "never", "all of the above".

The quote is copied character for character. ${FORM}${explainSlidesAndCode(request.questions)}`;
  return { system, prompt: showTasks(fence, request, CHOICE_GUIDES) };
}

const essayDraft = z.object({
  number: NUMBER,
  idea: z.string().describe('the idea of the material that the question tests, in a few words'),
  question: z.string().describe('the essay question'),
  key_points: z
    .array(
      z.object({
        point: z.string().describe('what a good answer says, as one sentence'),
        quote: z.string().describe('the sentence of the material that establishes it, copied exactly'),
      }),
    )
    .describe('two to five points'),
  rubric: z
    .array(
      z.object({
        points: z.number().describe('1 to 10'),
        criterion: z.string().describe('what an answer does to earn them'),
      }),
    )
    .describe('three to five criteria for marking'),
});
export type EssayDraft = z.infer<typeof essayDraft>;
export const essayDrafts = z.object({ nothing_to_ask: NOTHING_TO_ASK, questions: z.array(essayDraft) });

export function promptForEssays(request: QuestionPromptRequest<EssayDraft>): Prompt {
  const fence = createFence();
  const system = `You write essay questions for a university exam, each with the points a good answer makes and a rubric for marking. Each must be good enough for a strict instructor to hand out unchanged.

${fence.explanation}

${DECLINE}

- The question sets one task in 8 to 80 words, tests an idea that matters in the subject, and can be understood without the material. It never refers to the material ("the lesson", "the text", "the passage").
- Each key point is one sentence that follows from the material; its quote is one or two sentences of the material, copied character for character. Do not repeat a point in other words.
- The rubric names what an answer does to earn points: the key points, and the quality of the reasoning that the level asks for. It asks for nothing that the material does not teach.
- ${FORM}${explainSlidesAndCode(request.questions)}`;
  return { system, prompt: showTasks(fence, request, ESSAY_GUIDES) };
}

/** What each level of the revised Bloom taxonomy (Anderson and Krathwohl, 2001) asks of a multiple-choice question. */
const CHOICE_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember:
    'REMEMBER. Ask for a term, fact, name or figure of the subject that a student must know by heart: what someone without the course does not know, and what a student who only listened would confuse with its neighbours. Ask for it directly; do not ask why or how.',
  understand:
    'UNDERSTAND. Ask for a reason, a mechanism, a meaning or a consequence that the material explains, in general terms and not about a case with persons or numbers. Where the options are sentences, they use other words than the material, and the technical terms of the course, so that a student cannot find the answer by recognizing one.',
  apply:
    'APPLY. Describe a new, concrete case in one to three sentences (with its own people, things or numbers, none of them from the material) and ask what follows or what to do according to a rule, method or mechanism of the material. The rule is in the material, and the case contains everything else needed to decide it. Where the material has no rule that decides cases, there is nothing to ask.',
  analyze:
    'ANALYZE. Ask for a relation between two or more ideas of the material: what distinguishes them, which cause explains an observed pattern, which assumption a conclusion depends on, or what would change if one part were different. The answer needs two statements of the material together; neither alone decides it.',
  evaluate: 'EVALUATE. Ask for the judgement that best satisfies a criterion given in the material.',
  create: 'CREATE. Ask for the plan that best follows the rules given in the material.',
};

/** The same for essay questions. */
const ESSAY_GUIDES: Readonly<Record<BloomLevel, string>> = {
  remember: 'REMEMBER. Ask the student to define or state, beginning with "Define" or "State".',
  understand:
    'UNDERSTAND. Ask for an explanation in the student’s own words, beginning with "Explain" or "Describe".',
  apply:
    'APPLY. Describe a new, concrete case in one to three sentences and ask the student to work it out by what the material teaches.',
  analyze:
    'ANALYZE. Ask the student to compare, relate or take apart ideas of the material under named aspects.',
  evaluate:
    'EVALUATE. Ask for a reasoned judgement between positions or options, by criteria that the material provides.',
  create: 'CREATE. Ask the student to design or propose something new by the rules of the material.',
};

/** What a prompt says about the lesson besides the stretch. */
export interface PromptLesson {
  readonly title: string;
  readonly outcomes: readonly LessonOutcome[];
}

const MOST_ASKED = 20;
const LONGEST_ASKED = 160;

/** The material between marks that its author cannot know. */
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

/** Shows each stretch once, as a numbered material. */
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

/** What an author of questions has to know about slides and code; nothing for a stretch of prose. */
function explainSlidesAndCode(questions: readonly { readonly task: WritingTask }[]): string {
  const hasSlides = questions.some(({ task }) => task.stretch.hasSlides);
  const hasCode = hasSlides || questions.some(({ task }) => task.stretch.hasCode);
  const lines = [
    ...(hasSlides
      ? [
          '- Where the material is slides, the path of titles above a slide says what its points are about. Ask about the idea behind the points, never about the wording of a point: what a term means, how two things differ, what follows from a property, which step comes when and why. Do not mention slides.',
        ]
      : []),
    ...(hasCode
      ? [
          '- Where the material contains code, ask what it does, why it is written so, or what happens when a part of it changes. The question may quote the code, shortened to the lines it is about: put those lines between a line of ``` with the name of the language and a line of ```, before or after the question. That is the only Markdown allowed.',
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

/** Stems that exist already or were discarded, so that the next question is about another idea. */
function showAsked(fence: Fence, stems: readonly string[]): string[] {
  if (stems.length === 0) return [];
  const shown = stems.slice(-MOST_ASKED).map((stem) => {
    const line = inOneLine(stem);
    // A long question asks at its end.
    const start = line.length <= LONGEST_ASKED ? 0 : line.indexOf(' ', line.length - LONGEST_ASKED) + 1;
    return start === 0 ? `- ${line}` : `- … ${line.slice(start)}`;
  });
  return [
    'These questions of the lesson were asked before. Ask about other ideas:',
    fence.enclose(shown.join('\n')),
  ];
}

const inOneLine = (stem: string): string => (codeOfStem(stem) === '' ? stem : stem.replaceAll(/\s+/gu, ' '));

const DIFFICULTY_GUIDES: Readonly<Record<Difficulty, string>> = {
  easy: 'Make each easy: nine of ten students who attended should get it right.',
  medium: 'Make each of medium difficulty: two thirds of the students who attended should get it right.',
  hard: 'Make each hard: it should separate the best students, through an option that a common misunderstanding makes attractive or a case that needs two steps of reasoning, never through trick wording or trivial detail.',
};

const showDifficulty = (difficulty: Difficulty | undefined): string[] =>
  difficulty === undefined ? [] : [DIFFICULTY_GUIDES[difficulty]];

interface Numbered {
  readonly number: number;
}

/** A new question, or one to repair, with the problems of the first attempt. */
export interface QuestionToWrite<Draft extends Numbered = Numbered> {
  readonly task: WritingTask;
  readonly refused?: { readonly draft: Draft; readonly problems: readonly string[] } | undefined;
}

interface QuestionPromptRequest<Draft extends Numbered> {
  readonly lesson: PromptLesson;
  readonly questions: readonly QuestionToWrite<Draft>[];
  readonly difficulty?: Difficulty | undefined;
  /** Stems of the lesson's questions; those on the same stretches are last. */
  readonly asked: readonly string[];
}

interface Prompt {
  readonly system: string;
  readonly prompt: string;
}

/** Materials, levels and, for a repair, the problems of the first attempt. */
function showTasks<Draft extends Numbered>(
  fence: Fence,
  { lesson, questions, difficulty, asked }: QuestionPromptRequest<Draft>,
  levelGuides: Readonly<Record<BloomLevel, string>>,
): string {
  const materials = showMaterials(
    fence,
    lesson,
    questions.map(({ task }) => task.stretch),
  );
  const isRepair = questions.some(({ refused }) => refused !== undefined);
  return [
    ...materials.shown,
    ...showOutcomes(fence, lesson.outcomes),
    ...showAsked(fence, asked),
    ...questions.flatMap(({ task, refused }, index) => [
      `Question ${index + 1} is on material ${materials.numberOf(task.stretch)}. Level: ${levelGuides[task.level]}`,
      ...(refused === undefined
        ? []
        : [
            'Its first version, and what is wrong with it:',
            fence.enclose(
              [
                JSON.stringify({ ...refused.draft, number: index + 1 }),
                ...refused.problems.map((problem) => `- ${problem}`),
              ].join('\n'),
            ),
          ]),
    ]),
    ...showDifficulty(difficulty),
    isRepair
      ? 'Correct these faults. Where a fault lies in what is asked, ask something else about the same material at the same level; otherwise change only what is faulty. If the question gives its answer away, reword the question and not only the answers. Then check each answer against every condition of the question.'
      : `Write ${questions.length === 1 ? 'the question' : `the ${questions.length} questions`}.`,
  ].join('\n\n');
}
