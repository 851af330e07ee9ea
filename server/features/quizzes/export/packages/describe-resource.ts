import { listTags, titleOf } from '../export-text.ts';
import type { ExportEntry } from '../format.ts';
import { element, textElement } from './element.ts';

export const LOM_NAMESPACE = 'http://ltsc.ieee.org/xsd/LOM';

/** The words of Learning Object Metadata for ours. */
const DIFFICULTIES = { easy: 'easy', medium: 'medium', hard: 'difficult' } as const;

/** Title, level, difficulty and outcome of a question as Learning Object Metadata (IEEE 1484.12.3) for a manifest. */
export function describeResource(entry: ExportEntry): string {
  const string = (text: string): string => textElement('lom:string', text);
  return element(
    'lom:lom',
    {},
    [
      element(
        'lom:general',
        {},
        [
          element('lom:title', {}, string(titleOf(entry))),
          ...listTags(entry.question).map((tag) => element('lom:keyword', {}, string(tag))),
        ].join(''),
      ),
      element(
        'lom:educational',
        {},
        element(
          'lom:difficulty',
          {},
          textElement('lom:source', 'LOMv1.0') +
            textElement('lom:value', DIFFICULTIES[entry.question.difficulty]),
        ),
      ),
    ].join(''),
  );
}
