import { z } from 'zod';
import { createFence } from '../../../../language-model/fence.ts';
import { CHOICE_GUIDES } from './level-guides.ts';
import { explainSlidesAndCode, showTask, type QuestionPromptRequest } from './prompt-parts.ts';

/** The order of the fields is the order of thought: the idea and its misunderstandings before any wording. */
export const choiceDraft = z.object({
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
    .describe('one or two sentences of the material, copied exactly, that establish the right answer'),
  explanation: z.string().describe('one or two sentences: why the right answer is right'),
});
export type ChoiceDraft = z.infer<typeof choiceDraft>;

/** One call, one question: short answers are finished even by slow models, and a bad one costs nothing else. */
export function promptForChoice(request: QuestionPromptRequest<ChoiceDraft>): {
  system: string;
  prompt: string;
} {
  const fence = createFence();
  const system = `You write one multiple-choice question for a university exam. It must be good enough for a strict instructor to hand out unchanged.

${fence.explanation}

The question
- tests an idea that matters in the subject, not an anecdote, a detail of wording or a figure nobody needs to know.
- is one direct question that ends with a question mark and can be understood, and answered by somebody who knows the subject, without seeing the material or the options. It names everything it is about and states every condition that the answer depends on. It never refers to the material: no "the lesson", "the text", "the passage", "the author", "according to", "mentioned", "described above".
- is worded positively (no "not" or "except") and is as short as clarity allows.

The right answer
- follows from the material and is the only option an expert would accept. Where the material makes a qualification, the question or the answer contains it.
- is neither longer, more precise nor more cautious than the wrong answers, and repeats no striking word of the question that the wrong answers lack.

The three wrong answers
- are each what a student with a particular misunderstanding would choose, and each plainly wrong to an expert: none is partly right, right under another reading, or right as general knowledge.
- are of the same kind as the right answer, with the same grammar, about the same length and the same degree of detail.
- differ from each other in meaning, and contain no "always", "never", "all of the above" or "none of the above".

The quote is one or two consecutive sentences of the material, copied character for character. Write plain text without Markdown, in the language of the material.${explainSlidesAndCode(request.task.stretch)}`;
  return { system, prompt: showTask(fence, request, CHOICE_GUIDES[request.task.level]) };
}
