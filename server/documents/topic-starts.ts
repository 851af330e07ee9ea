/** What the search for topics needs to know of a passage. */
interface SpokenPassage {
  readonly text: string;
  readonly startSecond: number;
  readonly endSecond: number;
}

const shortestSectionSeconds = 150;
const longestSectionSeconds = 330;
/** Passages compared on either side of a possible border. */
const windowPassages = 3;
const longPauseSeconds = 4;
const turn =
  /^(?:so,? |okay,? |ok,? |alright,? |all right,? |right,? |well,? )*(?:now|next|let's|let us|moving on|the next|another|finally|to sum up|in summary|first|second|third|today|welcome back|in this (?:part|section|lecture|video))\b/i;

/**
 * Finds where sections of a recording begin: within 2½ to 5½ minutes after the last, where the words before and after
 * have least in common (TextTiling; Hearst 1997), the speaker pauses, or says that something new comes.
 * @returns positions of the passages that open a section; always holds 0 when there are passages
 */
export function findTopicStarts(passages: readonly SpokenPassage[]): ReadonlySet<number> {
  const starts = new Set<number>();
  if (passages.length === 0) return starts;
  const words = passages.map((passage) => countContentWords(passage.text));
  const end = passages.at(-1)?.endSecond ?? 0;
  let from = 0;
  while (from < passages.length) {
    starts.add(from);
    const opened = passages[from]?.startSecond ?? 0;
    // A rest too short for two sections stays one.
    if (end - opened <= longestSectionSeconds) break;
    let best: { index: number; score: number } | undefined;
    let index = from + 1;
    for (; index < passages.length; index++) {
      const elapsed = (passages[index]?.startSecond ?? 0) - opened;
      if (elapsed > longestSectionSeconds && best) break;
      if (elapsed < shortestSectionSeconds) continue;
      const score = borderScore(passages, words, index);
      if (!best || score > best.score) best = { index, score };
    }
    from = best?.index ?? passages.length;
  }
  return starts;
}

function borderScore(
  passages: readonly SpokenPassage[],
  words: readonly WordVector[],
  index: number,
): number {
  const pause = (passages[index]?.startSecond ?? 0) - (passages[index - 1]?.endSecond ?? 0);
  const before = mergeVectors(words.slice(Math.max(0, index - windowPassages), index));
  const after = mergeVectors(words.slice(index, index + windowPassages));
  const newTopic = 1 - cosine(before, after);
  return (
    newTopic +
    0.5 * Math.min(1, Math.max(0, pause) / longPauseSeconds) +
    (turn.test(passages[index]?.text ?? '') ? 0.15 : 0)
  );
}

type WordVector = ReadonlyMap<string, number>;

function countContentWords(text: string): WordVector {
  const counts = new Map<string, number>();
  // Words of five letters and more, without their last letters: a crude stem that drops most function words.
  for (const word of text.toLowerCase().match(/\p{L}{5,}/gu) ?? []) {
    const stem = word.slice(0, Math.max(5, word.length - 3));
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

function mergeVectors(vectors: readonly WordVector[]): WordVector {
  const merged = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, count] of vector) merged.set(word, (merged.get(word) ?? 0) + count);
  return merged;
}

function cosine(a: WordVector, b: WordVector): number {
  let product = 0;
  for (const [word, count] of a) product += count * (b.get(word) ?? 0);
  const length = (vector: WordVector) => Math.hypot(...vector.values());
  const lengths = length(a) * length(b);
  return lengths === 0 ? 0 : product / lengths;
}
