import { expect, test } from 'vitest';
import type { RealDocument } from '../documents/read-documents.ts';
import { readDocuments } from '../documents/read-documents.ts';
import type { DocumentOutcome } from '../run/evaluate-documents.ts';
import { tellDocuments } from './tell-documents.ts';

const documents = await readDocuments();
const ofHalf = (half: string): RealDocument => {
  const found = documents.find((document) => document.half === half && document.sentences !== undefined);
  if (found === undefined) throw new Error(`There is no paper in ${half}.`);
  return found;
};

const read = (document: RealDocument, inOrder: number): DocumentOutcome => ({
  document,
  problem: undefined,
  figures: {
    passages: document.pages,
    sentences: { part: inOrder, whole: 30 },
    builds: { part: 0, whole: 0 },
    otherMerges: 0,
    runningHeads: 0,
    administrativeRecall: { part: 0, whole: 0 },
    administrativePrecision: { part: 0, whole: 0 },
    misses: [`a miss in ${document.id}`],
  },
  isEnglish: true,
  recognizedPages: 0,
  milliseconds: 250,
  peerMilliseconds: 200,
});

test('misses the gate when sentences come out of order, and says why a document was not read', () => {
  const [dev, heldOut] = [ofHalf('dev'), ofHalf('held-out')];
  const outcomes = [read(dev, 29), read(heldOut, 30), { document: dev, problem: 'It is a scan.' } as const];
  const { text, missedGates } = tellDocuments({ folder: '/files', outcomes, absent: [] }, false);
  expect(missedGates).toEqual(['Sentences in reading order, two columns (dev)']);
  expect(text).toContain('29 of 30');
  expect(text).toContain(`${dev.id} was not read: It is a scan.`);
  expect(text).not.toContain('ABSENT');
});
