import { z } from 'zod';
import { createFence, type Fence } from '#server/ai/language-model/fence.ts';
import type { BloomLevel, Difficulty } from '#contract/quizzes.ts';
import type { WritingTask } from '../plan-tasks.ts';
import { showMaterials, showOutcomes, type PromptLesson } from '../show-lesson.ts';

const NUMBER = z.number().describe('number of the question');
const NOTHING_TO_ASK = z
  .array(z.number())
  .describe(
    'numbers of the questions that are not written because their material has nothing worth asking, or nothing that was not asked before',
  );

/** The order of the fields is the order of thought: the idea and its misunderstandings before any wording. */
const choiceDraft = z.object({
  number: NUMBER,
  idea: z.string().describe('the idea that the question tests, in at most ten words'),
  level: z.enum(['remember', 'understand', 'apply', 'analyze']).describe('the level that suits the idea'),
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
  quotes: z
    .array(z.string())
    .describe(
      'what the right answer rests on: one quote, or two if it takes two places of the material. Each is one or two consecutive sentences, points of a slide, or one to three lines of code, copied exactly',
    ),
  explanation: z.string().describe('one or two sentences: why the right answer is right'),
});
export type ChoiceDraft = z.infer<typeof choiceDraft>;
export const choiceDrafts = z.object({ nothing_to_ask: NOTHING_TO_ASK, questions: z.array(choiceDraft) });
export type ChoiceDrafts = z.infer<typeof choiceDrafts>;

const DECLINE =
  'Where a material has nothing worth asking (a title, an exercise, a deadline, advice on the exam, an anecdote, a list of names), or nothing that was not asked before, write no question about it: put its number in "nothing_to_ask".';
const FORM =
  'Write plain text without Markdown, in the language of the material, and formulas with ordinary characters: x², √2, ½, a/(b + c), →. Use LaTeX only where the material does, with each backslash doubled in the JSON.';

/** Few questions per call, so that even slow models finish. */
export function promptForChoices(request: QuestionPromptRequest<ChoiceDraft>): Prompt {
  const fence = createFence();
  const system = `You write multiple-choice questions for a university exam. Each must be good enough for a strict instructor to hand out unchanged.

${fence.explanation}

${DECLINE}

The question
- tests an idea that matters in the subject and that takes the course to know: not school or everyday knowledge, not an anecdote or a figure nobody needs. Prefer what the material explains at length to what it only mentions.
- is one direct, positive question (no "not" or "except") that ends with a question mark and can be answered by an expert who sees neither the material nor the options. It names everything it is about and states every condition without which the answer would be another (what else changes, who pays for what, how a cost is spread). It never mentions the material.
- asks about another idea than every other question and gives away no other question's answer.

The right answer
- follows from the material and is the only one that an expert would accept. Whatever it needs to be true is in the question. Where the material seems wrong or damaged, ask about something else.

The three wrong answers
- are each what a student who attended, but has a particular misunderstanding, would choose, and plainly wrong to an expert.
- are possible in the case that the question describes: hold each against every word of the question. One that contradicts the question, or is of another kind than the rest, is lost, since nobody chooses it.
- differ in meaning. No "always", "never", "all of the above".

Wording
- Say it as a good textbook of the subject would: its exact terms instead of paraphrases, plain and idiomatic sentences, no word that can be misread. Read each option aloud after the question; if it sounds forced, write it differently.
- The four options are alike in kind and about equally long, but natural wording comes before strict parallels.
- Nothing gives the right answer away: it is not the longest or the most precise, and no striking word of the question is in it alone, neither the same word nor an everyday word for it ("lender of last resort" and lending). Where a term's everyday meaning says what it is, ask about a case, or about what sets it apart from its neighbours. Let wrong answers take up a term that the right one needs, rather than paraphrase it.

Copy quotes character for character. ${FORM}${explainSlidesAndCode(request.questions)}`;
  return { system, prompt: showTasks(fence, request, CHOICE_GUIDES) };
}

const essayDraft = z.object({
  number: NUMBER,
  idea: z.string().describe('the idea that the question tests, in at most ten words'),
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

type LevelGuides = Readonly<Partial<Record<BloomLevel, string>>>;

/** What each level of the revised Bloom taxonomy (Anderson and Krathwohl, 2001) asks of a multiple-choice question. */
const CHOICE_GUIDES: LevelGuides = {
  remember:
    'REMEMBER. Ask directly for a rule, a property, a condition or a distinction that students must know by heart and that those who only half listened mix up. Ask for a name only if its neighbours could as well bear it; a description must not spell out the name.',
  understand:
    'UNDERSTAND. Ask for a reason, a mechanism, a meaning or a consequence that the material explains, in general and not about a case. Do not copy a sentence of the material into the right answer.',
  apply:
    'APPLY. Describe a new, concrete case in one to three sentences and ask what follows or what to do by a rule, method or mechanism of the material. The case contains everything else needed to decide it, and nothing idle. Where the material has no such rule, this is not the level for it.',
  analyze:
    'ANALYZE. Ask for a relation between ideas of the material: what distinguishes them, which cause explains an observed pattern, which assumption a conclusion depends on, what changes if one part does. The answer takes two statements of the material; quote both.',
};

/** The same for essay questions. */
const ESSAY_GUIDES: LevelGuides = {
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

const MOST_ASKED = 20;

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

/** What was asked before, so that the next question is about another idea. */
function showAsked(fence: Fence, asked: readonly string[]): string[] {
  if (asked.length === 0) return [];
  return [
    'These ideas of the lesson were asked about before (idea → answer). Ask about others:',
    fence.enclose(
      asked
        .slice(-MOST_ASKED)
        .map((line) => `- ${line}`)
        .join('\n'),
    ),
  ];
}

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
  readonly refused?: Refused<Draft> | undefined;
}

export interface Refused<Draft> {
  readonly draft: Draft;
  readonly problems: readonly string[];
  /** Places of the only wrong answers that are at fault: nothing else may change. */
  readonly faultyAnswers?: readonly number[] | undefined;
  /** A case may then be asked about, whatever the levels. */
  readonly needsCase?: boolean | undefined;
}

interface QuestionPromptRequest<Draft extends Numbered> {
  readonly lesson: PromptLesson;
  /** All with the same levels. */
  readonly questions: readonly QuestionToWrite<Draft>[];
  readonly difficulty?: Difficulty | undefined;
  /** Ideas of the lesson's questions with their answers; those on the same stretches are last. */
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
  levelGuides: LevelGuides,
): string {
  const materials = showMaterials(
    fence,
    lesson,
    questions.map(({ task }) => task.stretch),
  );
  const offered = questions[0]?.task.levels ?? [];
  const needsCase = questions.some(({ refused }) => refused?.needsCase === true);
  const levels = needsCase ? [...new Set<BloomLevel>(['apply', ...offered])] : offered;
  const isRepair = questions.some(({ refused }) => refused !== undefined);
  return [
    ...materials.shown,
    ...showOutcomes(fence, lesson.outcomes),
    ...showAsked(fence, asked),
    ...questions.flatMap(({ task, refused }, index) => [
      `Question ${index + 1} is on material ${materials.numberOf(task.stretch)}.`,
      ...(refused === undefined ? [] : showRefused(fence, refused, index + 1)),
    ]),
    [
      levels.length === 1
        ? 'Level:'
        : `Levels: for each question, choose the one that suits the best idea of its material${isRepair || questions.length === 1 ? '' : '; no level twice'}.`,
      ...levels.flatMap((level) => levelGuides[level] ?? []),
    ].join('\n'),
    ...showDifficulty(difficulty),
    isRepair
      ? 'Correct these faults and change only what that takes; if the answer is given away, that may be the question as well as the answers. If the fault is what is asked, ask something else about the same material. Then hold each answer against every condition of the question.'
      : `Write ${questions.length === 1 ? 'the question' : `the ${questions.length} questions`}.`,
  ].join('\n\n');
}

const showRefused = <Draft extends Numbered>(
  fence: Fence,
  { draft, problems, faultyAnswers, needsCase }: Refused<Draft>,
  number: number,
): string[] => [
  'Its first version, and what is wrong with it:',
  fence.enclose(
    [JSON.stringify({ ...draft, number }), ...problems.map((problem) => `- ${problem}`)].join('\n'),
  ),
  ...(faultyAnswers === undefined
    ? []
    : [
        `Replace only wrong ${faultyAnswers.map((place) => `answer ${place + 1}`).join(' and ')} of question ${number}.`,
      ]),
  ...(needsCase === true
    ? [
        `Question ${number} keeps its idea, but tests it with a new case, or against the idea that it is most often confused with. None of the words that give the answer away is in the new question, and someone who never heard of the subject finds each wrong answer as likely as the right one.`,
      ]
    : []),
];
