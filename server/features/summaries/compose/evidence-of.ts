import type { Evidence } from '../../../language/lesson-text.ts';
import type { Sentence } from '../../../language/sentence.ts';

/** Where the sentence stands in the lesson. */
export function evidenceOf({ quote, passage }: Pick<Sentence, 'quote' | 'passage'>): Evidence {
  return {
    quote,
    passage_id: passage.id,
    page: passage.page,
    start_second: passage.startSecond,
    end_second: passage.endSecond,
  };
}
