import type { AnswerCandidate } from '../../../ai/answer-judge.ts';
import type { Candidate, Distractor } from './candidate.ts';
import type { ComposeRequest } from './composed-question.ts';

/** Log-odds below which a question is not asked, and a wrong answer not offered. */
interface Floors {
  readonly stem: number;
  readonly option: number;
}
const FLOORS: Floors = { stem: -0.4, option: -0.3 };
/** Where a level was asked for that lessons seldom carry, what an instructor would mend is better than nothing. */
const EASED_FLOORS: Floors = { stem: -1.4, option: -1.2 };
/** How much a wrong answer's odds weigh beside its likeness to the key. */
const OPTION_WEIGHT = 0.8;

/** A candidate that may be asked, with the wrong answers that may stand beside its key. */
export interface JudgedCandidate {
  readonly pool: readonly Distractor[];
  /** How likely an instructor would keep its stem and key, 0 to 1. */
  readonly merit: number;
}

type Pools = ReadonlyMap<Candidate, readonly Distractor[]>;
type Request = Pick<ComposeRequest, 'count' | 'taxonomyLevels' | 'judgeItems' | 'signal'>;

/**
 * Lets a model that has learnt from marked items (training/item-judge) read each candidate's stem with its key, and those of
 * the best with each wrong answer; drops what an instructor would. All pass with a merit of a half while there is no model.
 * @throws what `request.judgeItems` throws, except `TextEmbedderUnavailableError`
 */
export async function judgeCandidates(
  title: string,
  pools: Pools,
  { count, taxonomyLevels = [], judgeItems, signal }: Request,
): Promise<Map<Candidate, JudgedCandidate>> {
  if (judgeItems === undefined) return passAll(pools);
  const floors = taxonomyLevels.length === 0 ? FLOORS : EASED_FLOORS;
  // Each wrong answer read costs some milliseconds: of a long set, fewer for each question.
  const [mostCandidates, mostOptions] = count > 20 ? [count + 8, 4] : [count * 2 + 4, 6];
  const ask = (candidate: Candidate, pairs: readonly AnswerCandidate[]): Promise<number[]> =>
    judgeItems(`${title}: ${candidate.stem}`, pairs, signal);
  try {
    const read = await Promise.all(
      [...pools.keys()].map(async (candidate) => ({ candidate, odds: await readStem(candidate, ask) })),
    );
    const best = read
      .filter(({ odds }) => odds >= floors.stem)
      .toSorted((one, other) => other.odds - one.odds)
      .slice(0, mostCandidates);
    const judged = await Promise.all(
      best.map(async ({ candidate, odds }) => {
        const pool = await readOptions(candidate, pools.get(candidate) ?? [], { ask, floors, mostOptions });
        return [candidate, { pool, merit: probability(odds) }] as const;
      }),
    );
    return new Map(judged.filter(([, { pool }]) => pool.length >= 2));
  } catch (error) {
    if (error instanceof Error && error.name === 'TextEmbedderUnavailableError') return passAll(pools);
    throw error;
  }
}

const passAll = (pools: Pools): Map<Candidate, JudgedCandidate> =>
  new Map([...pools].map(([candidate, pool]) => [candidate, { pool, merit: 0.5 }]));

type Ask = (candidate: Candidate, pairs: readonly AnswerCandidate[]) => Promise<number[]>;

// Word for word as in training: training/item-judge/items.py.
async function readStem(candidate: Candidate, ask: Ask): Promise<number> {
  const [odds = 0] = await ask(candidate, [
    { sentence: candidate.key, context: `evidence: ${candidate.sentence.quote}` },
  ]);
  return odds;
}

async function readOptions(
  candidate: Candidate,
  pool: readonly Distractor[],
  { ask, floors, mostOptions }: { ask: Ask; floors: Floors; mostOptions: number },
): Promise<readonly Distractor[]> {
  // Believable wrong numbers are made by rule.
  if (candidate.numeric === true) return pool;
  const read = pool.slice(0, mostOptions);
  const context = `answer: ${candidate.key}`;
  const odds = await ask(
    candidate,
    read.map(({ text }) => ({ sentence: text, context })),
  );
  return read.flatMap((item, at) => {
    const own = odds[at] ?? 0;
    return own < floors.option ? [] : [{ ...item, fit: item.fit + OPTION_WEIGHT * (probability(own) - 0.5) }];
  });
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
