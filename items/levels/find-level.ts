import type { BloomLevel } from '../../contract/quizzes.ts';
import type { CheckedItem } from '../checks/checked-item.ts';

const MARKS: readonly (readonly [BloomLevel, RegExp])[] = [
  ['create', /\b(?:design|propose|devise|compose|plan|invent|construct)\b/iu],
  ['evaluate', /\b(?:evaluate|assess|judge|justify|argue|defend|critici[sz]e|recommend|to what extent)\b/iu],
  [
    'analyze',
    /\b(?:compare|contrast|differ|difference|distinguish|distinguishes|relate|relationship|analy[sz]e|in common)\b/iu,
  ],
  ['apply', /\b(?:apply|suppose|imagine|would|calculate|solve|use|an example of|illustrates)\b/iu],
  ['understand', /\b(?:why|how|explain|describe|summari[sz]e|purpose|result|effect|cause|mean by)\b/iu],
];

/**
 * The level of the revised Bloom taxonomy (Anderson and Krathwohl, 2001) that an item's words ask for, found without
 * knowing what its writer claims.
 */
export function findLevel(item: CheckedItem): BloomLevel {
  return MARKS.find(([, pattern]) => pattern.test(item.text))?.[0] ?? 'remember';
}
