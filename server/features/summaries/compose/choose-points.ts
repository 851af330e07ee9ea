import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { Sentence } from '../../../language/sentence.ts';
import type { Similarity } from '../../../language/similarity.ts';
import { contentStems, overlap } from '../../../../items/words.ts';
import { countStems, rateSentences } from './rate-sentences.ts';
import { listWordings } from './tighten-sentence.ts';

/** A sentence in the words in which the summary says it. */
export interface ChosenPoint {
  readonly sentence: Sentence;
  readonly text: string;
}

interface Wording extends ChosenPoint {
  readonly words: number;
  readonly worth: number;
}

/** Beyond this two sentences say the same. */
const SAME_MEANING = 0.86;
const SAME_WORDS = 0.72;
/** What a point costs besides its words: otherwise a summary of scraps would score best. */
const COST_OF_A_POINT = 6;
const WORDS_OF_A_SHORT_POINT = 9;

/**
 * Takes the points that tell most in `budget` words: worth for each word spent, every section before any gets many, and
 * nothing twice (maximal marginal relevance, Carbonell and Goldstein 1998). In the lesson's order.
 */
export function choosePoints(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
  limits: { readonly words: number; readonly points: number },
): ChosenPoint[] {
  const wordings = listAllWordings(analysis, sentences, similarity);
  const sizes = Map.groupBy(sentences, (sentence) => sentence.section);
  const covered = new Map<number, number>();
  const chosen: Wording[] = [];
  let spent = 0;
  let left = wordings;
  while (chosen.length < limits.points) {
    const uncovered = left.filter(({ sentence }) => !covered.has(sentence.section));
    const waiting = new Set(uncovered.map(({ sentence }) => sentence.section)).size;
    // What the other sections will need stays in reserve, as far as there is enough for all.
    const reserve = Math.max(0, waiting - 1) * WORDS_OF_A_SHORT_POINT;
    const room = limits.words - spent;
    const best =
      pickBest(uncovered, Math.max(room - reserve, Math.min(room, WORDS_OF_A_SHORT_POINT))) ??
      pickBest(left, room) ??
      // A lesson of few words still gets a point: the shortest.
      (chosen.length === 0 ? left.toSorted((one, other) => one.words - other.words)[0] : undefined);
    if (!best) break;
    const { section } = best.sentence;
    chosen.push(best);
    spent += best.words;
    covered.set(section, (covered.get(section) ?? 0) + 1);
    left = left.filter(({ sentence }) => sentence !== best.sentence);
  }
  return chosen.sort((one, other) => one.sentence.index - other.sentence.index);

  function pickBest(from: readonly Wording[], room: number): Wording | undefined {
    let best: Wording | undefined;
    let most = 0;
    for (const wording of from) {
      if (wording.words > room) continue;
      const { section } = wording.sentence;
      // A section's share of the points follows its share of the lesson.
      const share = (sizes.get(section)?.length ?? 1) / sentences.length;
      const excess = Math.max(0, ((covered.get(section) ?? 0) + 1) / (chosen.length + 2) - share);
      const density = wording.worth ** 2 / (wording.words + COST_OF_A_POINT);
      const value = (density / (1 + excess)) * novelty(wording, chosen, similarity);
      if (value > most) {
        best = wording;
        most = value;
      }
    }
    return best;
  }
}

/** 1 for what is new, 0 for what has been said. */
function novelty(wording: Wording, chosen: readonly Wording[], similarity: Similarity): number {
  let nearest = 0;
  for (const { sentence } of chosen) {
    const likeness = similarity.between(wording.sentence.text, sentence.text);
    if (likeness > SAME_MEANING || overlap(wording.sentence.stems, sentence.stems) > SAME_WORDS) return 0;
    nearest = Math.max(nearest, likeness);
  }
  return 1 - 0.6 * Math.max(0, nearest - 0.4);
}

function listAllWordings(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
  similarity: Similarity,
): Wording[] {
  const rated = rateSentences(analysis, sentences, similarity);
  const counts = countStems(analysis);
  const weigh = (text: string): number =>
    [...contentStems(text)].reduce((sum, stem) => sum + 1 + Math.log2(counts.get(stem) ?? 1), 0);
  return sentences.flatMap((sentence) => {
    const whole = Math.max(1e-9, weigh(sentence.text));
    return listWordings(sentence).map((text) => ({
      sentence,
      text,
      words: text.split(' ').length,
      worth: (rated.get(sentence) ?? 0) * Math.min(1, weigh(text) / whole) ** 0.8,
    }));
  });
}
