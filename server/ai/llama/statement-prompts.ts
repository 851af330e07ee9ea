import { LlamaText, SpecialTokensText } from 'node-llama-cpp';
import type { AskedStatement } from '../statement-writer.ts';

const special = (text: string): SpecialTokensText => new SpecialTokensText(text);

/** Verbatim as in training (server/ai/small-writer/README.md); the answer begins with `begun`. */
export const writerPrompt = (
  { title, heading, context, statement }: AskedStatement,
  begun: string,
): LlamaText =>
  LlamaText([
    special('<|im_start|>system\n'),
    'Write one exam question about the statement.',
    special('<|im_end|>\n<|im_start|>user\n'),
    `${title} › ${heading}\n${context}\nStatement: ${statement}`,
    special('<|im_end|>\n<|im_start|>assistant\n'),
    begun,
  ]);

export const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Asks the model without the adapter for the letter of the right answer. */
export const letterPrompt = (context: string, question: string, options: readonly string[]): LlamaText =>
  LlamaText([
    special('<|im_start|>user\n'),
    `${context}\n\n${question}\n${options.map((option, index) => `${LETTERS[index]}) ${option}`).join('\n')}\nAnswer with the letter of the right answer.`,
    special('<|im_end|>\n<|im_start|>assistant\n'),
  ]);

const STRING = String.raw`character ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])
string ::= character+ "\""
`;

/**
 * Grammars for what follows `{"question": "`, and for what follows the opening quotation mark of a wrong answer. Both end with
 * the object's closing brace, because the model emits `"]}` as one token and would never end the list without it.
 */
export const GRAMMARS = {
  question: String.raw`root ::= string ", \"answer\": \"" string ", \"wrong\": [\"" string ", \"" string ", \"" string "]}"
${STRING}`,
  wrong_answers: String.raw`root ::= string (", \"" string)? (", \"" string)? "]}"
${STRING}`,
} as const;
