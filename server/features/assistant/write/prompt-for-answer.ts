import { createFence } from '../../../language-model/fence.ts';
import { speaksToModel } from '../../../language-model/plain-text.ts';
import { withoutOrders } from '../../../language-model/check-support.ts';
import type { FoundPassage } from '../../search/found-passage.ts';
import type { ComposedStatement } from '../composed-answer.ts';

const MOST_PASSAGES = 8;
const CHARACTERS_OF_ALL = 9_000;
const CHARACTERS_OF_A_PASSAGE = 2_000;
const CHARACTERS_OF_A_QUESTION = 1_500;

/** What the model says when the passages are of no use. */
export const NO_ANSWER = 'NO ANSWER';

/**
 * The passages that the model is given, numbered from 1 by their order: those that the built-in answer rests on, then the
 * best of the others, as many as fit into a small model's context.
 */
export function choosePassages(
  composed: readonly ComposedStatement[],
  found: readonly FoundPassage[],
): FoundPassage[] {
  const cited = composed.flatMap(({ sources }) => sources.map(({ passage }) => passage));
  const unique = new Map([...cited, ...found].map((passage) => [passage.passageId, passage]));
  const chosen: FoundPassage[] = [];
  let characters = 0;
  for (const passage of unique.values()) {
    characters += Math.min(passage.text.length, CHARACTERS_OF_A_PASSAGE);
    if (chosen.length === MOST_PASSAGES || (chosen.length > 0 && characters > CHARACTERS_OF_ALL)) break;
    chosen.push(passage);
  }
  return chosen;
}

export function promptForAnswer(
  { text, previousQuestion }: { readonly text: string; readonly previousQuestion: string | undefined },
  passages: readonly FoundPassage[],
): { readonly system: string; readonly prompt: string } {
  const fence = createFence();
  const system = `You answer a teacher's question from the teacher's own lessons. Numbered passages of these lessons are given to you, and they are all you know.

${fence.explanation}

Rules:
- Say only what the passages say, close to their own words. Add nothing that you know from elsewhere; keep their numbers, names, conditions and doubts.
- Write 1 to 8 sentences of 6 to 30 words, the answer itself first.
- Each sentence rests on one passage, and ends with its number in square brackets before the full stop, like this: Water boils at 100 degrees at sea level [2].
- Each sentence is a statement that can be understood alone. It names what it speaks of: no "it", "this" or "they" at its start, no "you", no "the passage" or "the lesson".
- Steps, and the sides of a comparison, stand on lines of their own.
- Plain text: no HTML, no Markdown, no links, no greeting, no closing words.
- If the passages do not answer the question, write only: ${NO_ANSWER}`;
  const material = fence.enclose(passages.map(describePassage).join('\n\n'));
  const before =
    previousQuestion === undefined
      ? ''
      : `The question before it was: ${previousQuestion.slice(0, CHARACTERS_OF_A_QUESTION)}\n`;
  return {
    system,
    prompt: `${material}\n\n${before}The question: ${text.slice(0, CHARACTERS_OF_A_QUESTION)}`,
  };
}

/** Without what speaks to whoever processes the lesson: what a model does not read it cannot follow. */
function describePassage(passage: FoundPassage, index: number): string {
  const { text, heading } = withoutOrders(passage);
  const lesson = speaksToModel(passage.lessonTitle) ? '' : `Lesson: ${passage.lessonTitle.slice(0, 200)}. `;
  const section = heading === null ? '' : `Section: ${heading.slice(0, 200)}. `;
  const words = text.replaceAll(/\s+/gu, ' ').slice(0, CHARACTERS_OF_A_PASSAGE);
  return `Passage ${index + 1}. ${lesson}${section}\n${words}`;
}
