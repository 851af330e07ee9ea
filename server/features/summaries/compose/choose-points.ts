import type { Steps } from '#server/platform/in-turns.ts';
import type { Similarity } from '#server/language/similarity.ts';
import { overlap } from '#contract/question-rules/words.ts';
import type { Candidate } from '#server/language/statements/list-candidates.ts';
import type { RatedCandidate } from '#server/language/statements/rate-candidates.ts';

interface SizedCandidate extends RatedCandidate {
  readonly words: number;
}

/** Beyond this two sentences say the same. */
const SAME_MEANING = 0.86;
const SAME_WORDS = 0.72;
/** What a point costs besides its words: otherwise a summary of scraps would score best. */
const COST_OF_A_POINT = 4;
const WORDS_OF_A_SHORT_POINT = 9;

/**
 * Takes the points that tell most in `limits.words` words: worth for each word spent, every section before any gets many,
 * and nothing twice (maximal marginal relevance, Carbonell and Goldstein 1998). In the lesson's order.
 */
export function* choosePoints(
  candidates: readonly RatedCandidate[],
  similarity: Similarity,
  limits: { readonly words: number; readonly points: number },
): Steps<Candidate[]> {
  const sizes = Map.groupBy(candidates, ({ origin }) => origin.section);
  const covered = new Map<number, number>();
  const chosen: SizedCandidate[] = [];
  let spent = 0;
  let left: readonly SizedCandidate[] = candidates.map((candidate) => ({
    ...candidate,
    words: candidate.sentence.text.split(' ').length,
  }));
  while (chosen.length < limits.points) {
    const uncovered = left.filter(({ origin }) => !covered.has(origin.section));
    const waiting = new Set(uncovered.map(({ origin }) => origin.section)).size;
    // What the other sections will need stays in reserve, as far as there is enough for all.
    const reserve = Math.max(0, waiting - 1) * WORDS_OF_A_SHORT_POINT;
    const room = limits.words - spent;
    const best =
      pickBest(uncovered, Math.max(room - reserve, Math.min(room, WORDS_OF_A_SHORT_POINT))) ??
      pickBest(left, room) ??
      // A lesson of few words still gets a point: the shortest.
      (chosen.length === 0 ? left.toSorted((one, other) => one.words - other.words)[0] : undefined);
    if (!best) break;
    const { section } = best.origin;
    chosen.push(best);
    spent += best.words;
    covered.set(section, (covered.get(section) ?? 0) + 1);
    left = left.filter((candidate) => candidate !== best);
    yield;
  }
  return chosen.sort((one, other) => one.origin.index - other.origin.index);

  function pickBest(from: readonly SizedCandidate[], room: number): SizedCandidate | undefined {
    let best: SizedCandidate | undefined;
    let most = 0;
    for (const candidate of from) {
      if (candidate.words > room) continue;
      const { section } = candidate.origin;
      // A section's share of the points follows its share of the lesson.
      const share = (sizes.get(section)?.length ?? 1) / candidates.length;
      const excess = Math.max(0, ((covered.get(section) ?? 0) + 1) / (chosen.length + 2) - share);
      const density = candidate.worth ** 2 / (candidate.words + COST_OF_A_POINT) / (1 + excess);
      // Newness only takes away: what is not worth more without it need not be compared.
      if (density <= most) continue;
      const value = density * novelty(candidate, chosen, similarity);
      if (value > most) {
        best = candidate;
        most = value;
      }
    }
    return best;
  }
}

/** 1 for what is new, 0 for what has been said. */
function novelty(
  { origin, sentence }: Candidate,
  chosen: readonly Candidate[],
  similarity: Similarity,
): number {
  let nearest = 0;
  for (const said of chosen) {
    const likeness = similarity.between(origin.text, said.origin.text);
    if (likeness > SAME_MEANING || overlap(sentence.stems, said.sentence.stems) > SAME_WORDS) return 0;
    nearest = Math.max(nearest, likeness);
  }
  return 1 - 0.6 * Math.max(0, nearest - 0.4);
}
