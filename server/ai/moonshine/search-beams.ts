import type { TermBias, TermState } from './term-bias.ts';

/** A text as far as it is written. */
interface Beam {
  readonly tokens: readonly number[];
  /** Sum over the tokens. */
  readonly logProbability: number;
  readonly tokenLogProbabilities: readonly number[];
  /** Undefined without terms. */
  readonly terms: TermState | undefined;
}

/** A term's next token is not considered below this: it was not said. */
const LEAST_LOG_PROBABILITY = -9;

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
  /** Words that are preferred. */
  readonly terms?: TermBias | undefined;
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
  /** Of each token, without the end. */
  readonly tokenLogProbabilities: readonly number[];
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
  terms,
  step,
}: BeamSearch): Promise<FoundText> {
  let beams: Beam[] = [{ tokens: [], logProbability: 0, tokenLogProbabilities: [], terms: terms?.start }];
  let steps: BeamStep[] = [{ parent: 0, token: startToken }];
  let finished: (Omit<FoundText, 'ended'> & { readonly score: number })[] = [];
  for (let length = 0; length < limit; length += 1) {
    const logProbabilities = await step(steps);
    const candidates = listCandidates(beams, logProbabilities, width, terms);
    const open: { beam: Beam; step: BeamStep }[] = [];
    for (const { parent, token, logProbability, score, terms: state } of candidates) {
      const { tokens = [], tokenLogProbabilities = [], logProbability: before = 0 } = beams[parent] ?? {};
      const length = tokens.length + 1;
      if (token === endToken)
        finished.push({
          tokens,
          tokenLogProbabilities,
          score: score / length,
          logProbability: logProbability / length,
        });
      else
        open.push({
          beam: {
            tokens: [...tokens, token],
            tokenLogProbabilities: [...tokenLogProbabilities, logProbability - before],
            logProbability,
            terms: state,
          },
          step: { parent, token },
        });
      if (open.length === width) break;
    }
    finished = finished.toSorted((one, other) => other.score - one.score).slice(0, width);
    const [best] = finished;
    const hope = open[0] === undefined ? Number.NEGATIVE_INFINITY : scoreBeam(open[0].beam) / (length + 1);
    if (best !== undefined && (open.length === 0 || (finished.length === width && best.score >= hope))) break;
    beams = open.map(({ beam }) => beam);
    steps = open.map((each) => each.step);
  }
  const [best] = finished;
  if (best !== undefined) {
    const { tokens, logProbability, tokenLogProbabilities } = best;
    return { tokens, ended: true, logProbability, tokenLogProbabilities };
  }
  const { tokens = [], tokenLogProbabilities = [], logProbability: sum = 0 } = beams[0] ?? {};
  return { tokens, ended: false, logProbability: sum / Math.max(1, tokens.length), tokenLogProbabilities };
}

interface Candidate extends BeamStep {
  readonly logProbability: number;
  /** The same with what terms add. */
  readonly score: number;
  readonly terms: TermState | undefined;
}

const scoreBeam = ({ logProbability, terms }: Pick<Beam, 'logProbability' | 'terms'>): number =>
  logProbability + (terms === undefined ? 0 : terms.earned + terms.pending);

/** The likeliest next tokens of all beams, best first. One more a beam than is kept, as one of them may be the end. */
function listCandidates(
  beams: readonly Beam[],
  logProbabilities: readonly Float32Array[],
  width: number,
  bias: TermBias | undefined,
): Candidate[] {
  return beams
    .flatMap((beam, parent) => {
      const values = logProbabilities[parent] ?? new Float32Array();
      const best = listBest(values, width + 1);
      const expected =
        beam.terms === undefined || bias === undefined
          ? []
          : bias.listTokens(beam.terms).filter((token) => (values[token] ?? 0) >= LEAST_LOG_PROBABILITY);
      return [...new Set([...best, ...expected])].map((token): Candidate => {
        const logProbability = beam.logProbability + (values[token] ?? Number.NEGATIVE_INFINITY);
        const terms = beam.terms === undefined ? undefined : bias?.advance(beam.terms, token);
        return { parent, token, logProbability, terms, score: scoreBeam({ logProbability, terms }) };
      });
    })
    .toSorted((one, other) => other.score - one.score);
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
