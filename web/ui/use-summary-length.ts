import { useState } from 'react';
import type { SummaryLength } from '#contract/lessons.ts';
import { readStored, writeStored } from '../api-client/browser-storage.ts';
import { readSummaryLength } from './read-summary-length.ts';

const STORED = 'summaryLength';

/** How long summaries are to be: what was chosen last in this browser. */
export function useSummaryLength(): [SummaryLength, (length: SummaryLength) => void] {
  const [length, setLength] = useState(() => readSummaryLength(readStored(STORED)));
  const choose = (chosen: SummaryLength): void => {
    setLength(chosen);
    writeStored(STORED, chosen);
  };
  return [length, choose];
}
