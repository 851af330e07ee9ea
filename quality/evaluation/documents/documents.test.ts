import { expect, test } from 'vitest';
import { readDocuments } from './read-documents.ts';

test('each half has four long decks and a paper, and every document its key facts', async () => {
  const documents = await readDocuments();
  expect(documents.length).toBeGreaterThanOrEqual(14);
  for (const half of ['dev', 'held-out']) {
    const ofHalf = documents.filter((document) => document.half === half);
    const longDecks = ofHalf.filter(({ kind, pages }) => kind === 'deck' && pages >= 40);
    expect(longDecks.length, half).toBeGreaterThanOrEqual(4);
    expect(ofHalf.filter(({ sentences }) => sentences !== undefined).length, half).toBeGreaterThanOrEqual(1);
  }
  expect(new Set(documents.map(({ sha256 }) => sha256)).size).toBe(documents.length);
});

test('no running head is found in a key fact', async () => {
  for (const { id, keyFacts, runningHeads } of await readDocuments())
    for (const { fact } of keyFacts)
      expect(
        runningHeads.filter((head) => new RegExp(head, 'imu').test(fact)),
        id,
      ).toEqual([]);
});
