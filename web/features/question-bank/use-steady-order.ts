import { useMemo, useState } from 'react';
import type { BankCandidate } from '../../../contract/question-bank.ts';
import { keepOrder } from './keep-order.ts';

/** Candidates in the order in which they came onto the screen. */
export function useSteadyOrder(candidates: readonly BankCandidate[]): readonly BankCandidate[] {
  const [order, setOrder] = useState<readonly number[]>([]);
  const fresh = useMemo(() => candidates.map(({ id }) => id), [candidates]);
  const kept = keepOrder(order, fresh);
  // While drawing, as React advises for state that follows from what was given before.
  if (kept !== order) setOrder(kept);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return kept.flatMap((id) => byId.get(id) ?? []);
}
