import { z } from 'zod';
import { createFence } from '../../../../language-model/fence.ts';
import { ESSAY_GUIDES } from './level-guides.ts';
import { explainSlidesAndCode, showTask, type QuestionPromptRequest } from './prompt-parts.ts';

export const essayDraft = z.object({
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

/** One call, one essay question with its key points and rubric. */
export function promptForEssay(request: QuestionPromptRequest<EssayDraft>): {
  system: string;
  prompt: string;
} {
  const fence = createFence();
  const system = `You write one essay question for a university exam, with the points a good answer makes and a rubric for marking. It must be good enough for a strict instructor to hand out unchanged.

${fence.explanation}

- The question sets one task in 8 to 80 words, tests an idea that matters in the subject, and can be understood without the material. It never refers to the material ("the lesson", "the text", "the passage").
- Each key point is one sentence that follows from the material; its quote is one or two sentences of the material, copied character for character. Do not repeat a point in other words.
- The rubric names what an answer does to earn points: the key points, and the quality of the reasoning that the level asks for. It asks for nothing that the material does not teach.
- Write plain text without Markdown, in the language of the material.${explainSlidesAndCode(request.task.stretch)}`;
  return { system, prompt: showTask(fence, request, ESSAY_GUIDES[request.task.level]) };
}
