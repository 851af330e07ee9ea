/** A text as far as it is written. */
interface Beam {
  readonly tokens: readonly number[];
  /** Sum over the tokens. */
  readonly logProbability: number;
}

/** How a beam came about: the beam before it, and the token that was added. */
export interface BeamStep {
  readonly parent: number;
  readonly token: number;
}

export interface BeamSearch {
  readonly width: number;
  readonly startToken: number;
  readonly endToken: number;
  /** No text is longer, in tokens. */
  readonly limit: number;
  /**
   * Runs the model one token further.
   * @returns for each beam the log probability of every token
   */
  readonly step: (beams: readonly BeamStep[]) => Promise<Float32Array[]>;
}

export interface FoundText {
  readonly tokens: readonly number[];
  /** Whether the model ended the text by itself. */
  readonly ended: boolean;
  /** Mean over the tokens, the end among them. */
  readonly logProbability: number;
}

/**
 * Looks for the likeliest text by keeping the few likeliest beginnings. Texts are compared by their mean log probability
 * a token, since long ones are otherwise unlikely.
 */
export async function searchBeams({
  width,
  startToken,
  endToken,
  limit,
  step,
}: BeamSearch): Promise<FoundText> {
  let beams: Beam[] = [{ tokens: [], logProbability: 0 }];
  let steps: BeamStep[] = [{ parent: 0, token: startToken }];
  let finished: { readonly tokens: readonly number[]; readonly score: number }[] = [];
  for (let length = 0; length < limit; length += 1) {
    const logProbabilities = await step(steps);
    const candidates = listCandidates(beams, logProbabilities, width);
    const open: { beam: Beam; step: BeamStep }[] = [];
    for (const { parent, token, logProbability } of candidates) {
      const tokens = beams[parent]?.tokens ?? [];
      if (token === endToken) finished.push({ tokens, score: logProbability / (tokens.length + 1) });
      else open.push({ beam: { tokens: [...tokens, token], logProbability }, step: { parent, token } });
      if (open.length === width) break;
    }
    finished = finished.toSorted((one, other) => other.score - one.score).slice(0, width);
    const [best] = finished;
    const hope = (open[0]?.beam.logProbability ?? Number.NEGATIVE_INFINITY) / (length + 1);
    if (best !== undefined && (open.length === 0 || (finished.length === width && best.score >= hope))) break;
    beams = open.map(({ beam }) => beam);
    steps = open.map((each) => each.step);
  }
  const [best] = finished;
  if (best !== undefined) return { tokens: best.tokens, ended: true, logProbability: best.score };
  const tokens = beams[0]?.tokens ?? [];
  const sum = beams[0]?.logProbability ?? 0;
  return { tokens, ended: false, logProbability: sum / Math.max(1, tokens.length) };
}

interface Candidate extends BeamStep {
  readonly logProbability: number;
}

/** The likeliest next tokens of all beams, best first. One more a beam than is kept, as one of them may be the end. */
function listCandidates(
  beams: readonly Beam[],
  logProbabilities: readonly Float32Array[],
  width: number,
): Candidate[] {
  return beams
    .flatMap(({ logProbability }, parent) => {
      const values = logProbabilities[parent] ?? new Float32Array();
      return listBest(values, width + 1).map((token) => ({
        parent,
        token,
        logProbability: logProbability + (values[token] ?? Number.NEGATIVE_INFINITY),
      }));
    })
    .toSorted((one, other) => other.logProbability - one.logProbability);
}

/** Indices of the highest values, best first. */
function listBest(values: Float32Array, count: number): number[] {
  const best: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NEGATIVE_INFINITY;
    if (best.length === count && value <= lowest) continue;
    const place = best.findIndex((other) => (values[other] ?? 0) < value);
    best.splice(place < 0 ? best.length : place, 0, index);
    if (best.length > count) best.pop();
    lowest = values[best.at(-1) ?? index] ?? lowest;
  }
  return best;
}
