import type { AnswerEvent } from '../../../contract/assistant.ts';
import { TextEmbedderUnavailableError } from '../../ai/text-embedder.ts';
import type { TextGenerator } from '../../ai/text-generator.ts';
import { countCost } from '../../ai/token-cost.ts';
import type { Embed } from '../../language/lesson-text.ts';
import type { Dependencies } from '../../ports.ts';
import type { FoundPassage } from '../search/found-passage.ts';
import type { AnswerSheet } from './answer-sheet.ts';
import type { ComposedStatement } from './composed-answer.ts';
import type { KeptQuestion } from './keep-question.ts';
import { writeAnswer, type Written } from './write/write-answer.ts';

type Needed = Pick<Dependencies, 'semanticSearch' | 'log'> & { readonly textGenerator: TextGenerator };

/**
 * Lets the language model write onto the sheet, and tells what happens meanwhile.
 * @returns what came of it; undefined when it was stopped.
 */
export async function* letWrite(
  { textGenerator, semanticSearch, log }: Needed,
  { text, previousQuestion }: KeptQuestion,
  found: { readonly composed: readonly ComposedStatement[]; readonly passages: readonly FoundPassage[] },
  sheet: AnswerSheet,
  signal: AbortSignal | undefined,
): AsyncGenerator<AnswerEvent, Written | undefined, undefined> {
  const embed: Embed = async (texts, abort) => {
    try {
      return await semanticSearch.embed(texts, abort);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TextEmbedderUnavailableError))
        log.warn({ err: error }, 'Meanings cannot be compared; a sentence was checked by its words alone.');
      return [];
    }
  };
  const writing = writeAnswer(textGenerator, { ...found, text, previousQuestion, embed, signal });
  try {
    for (;;) {
      const step = await writing.next();
      if (step.done === true) {
        const { end, kept, dropped, tokens } = step.value;
        if (end === 'too_slow') {
          log.debug(
            { languageModel: { name: textGenerator.name } },
            'The language model is too slow for answers.',
          );
          return step.value;
        }
        // What it cost and what came of it, and nothing of what was said.
        const cost = countCost(tokens, textGenerator.prices);
        log.info(
          { languageModel: { name: textGenerator.name, end, kept, dropped, ...tokens, cost } },
          'A language model wrote for an answer.',
        );
        return step.value;
      }
      const event = step.value;
      if (event.kind === 'statement') yield await sheet.add(event.statement);
      else yield { name: event.kind, data: { text: event.text } };
    }
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    throw error;
  }
}
