import type { ShownStatement } from './answer-turn.ts';

/** Sentences that stand together, or the steps of a numbered list, each of them such a paragraph. */
export type AnswerBlock =
  | { readonly kind: 'paragraph'; readonly statements: readonly ShownStatement[] }
  | {
      readonly kind: 'steps';
      readonly first: number;
      readonly steps: readonly (readonly ShownStatement[])[];
    };

const STEP = /^(\d{1,2})[.)]\s+/u;

const numberOf = (statements: readonly ShownStatement[]): number | undefined => {
  const number = STEP.exec(statements[0]?.text ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
};

const withoutNumber = ([head, ...rest]: readonly ShownStatement[]): readonly ShownStatement[] =>
  head === undefined ? [] : [{ ...head, text: head.text.replace(STEP, '') }, ...rest];

/** An answer's sentences as they are to be set. Paragraphs that begin with successive numbers are a list. */
export function listBlocks(statements: readonly ShownStatement[]): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  for (const paragraph of Map.groupBy(statements, (statement) => statement.paragraph).values()) {
    const number = numberOf(paragraph);
    const last = blocks.at(-1);
    if (number === undefined) blocks.push({ kind: 'paragraph', statements: paragraph });
    else if (last?.kind === 'steps' && number === last.first + last.steps.length) {
      blocks[blocks.length - 1] = { ...last, steps: [...last.steps, withoutNumber(paragraph)] };
    } else blocks.push({ kind: 'steps', first: number, steps: [withoutNumber(paragraph)] });
  }
  return blocks;
}
