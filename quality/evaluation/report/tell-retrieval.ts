import { ARMS, averageOf, type Arm, type RetrievalOutcome } from '../run/evaluate-retrieval.ts';
import type { Figure } from './figures.ts';
import { makeTable, tabulateFigures } from './tables.ts';

const RECALL_GOAL = 0.9;

export interface RetrievalReport {
  readonly text: string;
  readonly missedGates: readonly string[];
}

/** @param outcomes of all lessons at once, and of the one lesson that answers */
export function tellRetrieval(outcomes: {
  readonly all: readonly RetrievalOutcome[];
  readonly lesson: readonly RetrievalOutcome[];
}): RetrievalReport {
  const figures = [
    ...listFigures('all lessons', outcomes.all),
    ...listFigures('one lesson', outcomes.lesson),
  ];
  return {
    text: [
      `#### Retrieval, ${outcomes.all.length} questions`,
      tabulateFigures(figures),
      tabulateArms(outcomes),
      tabulateGroups('Lesson', outcomes.all, ({ question }) => question.lesson),
      tabulateGroups('Kind', outcomes.all, ({ question }) => question.kind),
    ].join('\n\n'),
    missedGates: figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name),
  };
}

function listFigures(scope: string, outcomes: readonly RetrievalOutcome[]): Figure[] {
  const { recallAt5, ndcgAt10 } = averageOf(outcomes, 'fused');
  const above = (arm: Arm): Figure => {
    const single = averageOf(outcomes, arm).ndcgAt10;
    return {
      name: `nDCG@10 of both, ${scope}`,
      value: ndcgAt10.toFixed(3),
      goal: `above ${arm} alone, ${single.toFixed(3)}`,
      met: ndcgAt10 > single,
      gate: true,
    };
  };
  return [
    {
      name: `Recall@5 of both, ${scope}`,
      value: recallAt5.toFixed(3),
      goal: `≥ ${RECALL_GOAL}`,
      met: recallAt5 >= RECALL_GOAL,
      gate: true,
    },
    above('words'),
    above('meaning'),
  ];
}

const tabulateArms = (outcomes: Parameters<typeof tellRetrieval>[0]): string =>
  makeTable(
    ['Searched in', 'By', 'Recall@5', 'nDCG@10', 'MRR'],
    (['all', 'lesson'] as const).flatMap((scope) =>
      ARMS.map((arm) => {
        const { recallAt5, ndcgAt10, reciprocalRank } = averageOf(outcomes[scope], arm);
        return [
          scope === 'all' ? 'all lessons' : 'one lesson',
          arm === 'fused' ? 'both' : arm,
          ...[recallAt5, ndcgAt10, reciprocalRank].map((value) => value.toFixed(3)),
        ];
      }),
    ),
  );

function tabulateGroups(
  head: string,
  outcomes: readonly RetrievalOutcome[],
  groupOf: (outcome: RetrievalOutcome) => string,
): string {
  const groups = [...Map.groupBy(outcomes, groupOf)].toSorted(([one], [other]) => one.localeCompare(other));
  return makeTable(
    [head, 'Questions', 'Recall@5: words', 'meaning', 'both', 'nDCG@10: words', 'meaning', 'both'],
    groups.map(([name, of]) => [
      name,
      String(of.length),
      ...ARMS.map((arm) => averageOf(of, arm).recallAt5.toFixed(2)),
      ...ARMS.map((arm) => averageOf(of, arm).ndcgAt10.toFixed(2)),
    ]),
  );
}
