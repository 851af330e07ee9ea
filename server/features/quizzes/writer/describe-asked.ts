import { listSentences } from '#contract/question-rules/checks/question-text.ts';
import { wordsOfStem } from '#contract/question-rules/stem-parts.ts';
import type { ChoiceDraft, EssayDraft } from './author/prompts.ts';
import type { WrittenQuestion } from './written-question.ts';

const LONGEST = 200;

/** What a draft asks about and its right answer, on one line. */
export const describeAsked = (draft: ChoiceDraft | EssayDraft): string =>
  inOneLine(draft.idea, 'right_answer' in draft ? draft.right_answer : undefined);

/** The same for a stored question. Its idea is not stored, so the sentence that asks stands in for it. */
export const describeStored = ({ text, options }: Pick<WrittenQuestion, 'text' | 'options'>): string =>
  inOneLine(
    listSentences(wordsOfStem(text)).at(-1) ?? text,
    options.find((option) => option.is_correct)?.text,
  );

/** Shortens a text at a word boundary. */
function inOneLine(idea: string, answer: string | undefined): string {
  const line = (answer === undefined ? idea : `${idea} → ${answer}`).replaceAll(/\s+/gu, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, line.lastIndexOf(' ', LONGEST)).toWellFormed()} …`;
}
