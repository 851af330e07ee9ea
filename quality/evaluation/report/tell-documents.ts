import type { Share } from '../measures/measure-document.ts';
import type { DocumentOutcome, DocumentsEvaluation } from '../run/evaluate-documents.ts';
import { percent, type Figure } from './figures.ts';
import { makeTable, tabulateFigures } from './tables.ts';

const SENTENCES_GOAL = 0.98;
const TIME_GOAL = 3;
/** Below so many milliseconds of `pdftotext` a ratio measures the start of processes and not the reading. */
const LEAST_PEER_MILLISECONDS = 100;

type ReadOutcome = Extract<DocumentOutcome, { problem: undefined }>;

export interface DocumentsReport {
  readonly text: string;
  readonly missedGates: readonly string[];
}

/** @param tellMisses also lists what was missed in documents of the dev half; never of held-out ones */
export function tellDocuments(
  { folder, outcomes, absent }: DocumentsEvaluation,
  tellMisses: boolean,
): DocumentsReport {
  const read = outcomes.filter((outcome): outcome is ReadOutcome => outcome.problem === undefined);
  const figures = (['dev', 'held-out'] as const).flatMap((half) => {
    const ofHalf = read.filter(({ document }) => document.half === half);
    return ofHalf.length === 0 ? [] : listFigures(half, ofHalf);
  });
  const parts = [
    `#### Real documents, ${outcomes.length} of ${outcomes.length + absent.length} on disk`,
    ...(absent.length === 0
      ? []
      : [
          `**ABSENT, NOT MEASURED: ${absent.map(({ id }) => id).join(', ')}.** ` +
            `Run \`npm run fetch:documents\`; documents belong in ${folder}.`,
        ]),
    ...(figures.length === 0 ? [] : [tabulateFigures(figures)]),
    ...(outcomes.length === 0 ? [] : [tabulateDocuments(outcomes)]),
    ...listProblems(outcomes),
    ...(tellMisses ? listMisses(read) : []),
  ];
  return {
    text: parts.join('\n\n'),
    missedGates: figures.filter(({ gate, met }) => gate && !met).map(({ name }) => name),
  };
}

const addShares = (shares: readonly Share[]): Share => ({
  part: shares.reduce((sum, { part }) => sum + part, 0),
  whole: shares.reduce((sum, { whole }) => sum + whole, 0),
});

const tellShare = ({ part, whole }: Share): string => (whole === 0 ? '–' : `${part} of ${whole}`);

function listFigures(half: string, outcomes: readonly ReadOutcome[]): Figure[] {
  const sentences = addShares(outcomes.flatMap(({ figures }) => figures.sentences ?? []));
  const english = outcomes.filter(({ isEnglish }) => isEnglish).length;
  const ratios = outcomes.flatMap((outcome) => {
    const ratio = timeRatio(outcome);
    return ratio === undefined ? [] : [ratio];
  });
  return [
    ...(sentences.whole === 0
      ? []
      : [
          {
            name: `Sentences in reading order, two columns (${half})`,
            value: `${percent(sentences.part, sentences.whole)} of ${sentences.whole}`,
            goal: `≥ ${SENTENCES_GOAL * 100} %`,
            met: sentences.part >= SENTENCES_GOAL * sentences.whole,
            gate: true,
          },
        ]),
    {
      name: `English documents taken for English (${half})`,
      value: `${english} of ${outcomes.length}`,
      goal: 'all',
      met: english === outcomes.length,
      gate: true,
    },
    ...(ratios.length === 0
      ? []
      : [
          {
            name: `Longest time against pdftotext (${half})`,
            value: `${Math.max(...ratios).toFixed(1)} ×`,
            goal: `≤ ${TIME_GOAL} ×`,
            met: Math.max(...ratios) <= TIME_GOAL,
            gate: false,
          },
        ]),
  ];
}

function timeRatio({ milliseconds, peerMilliseconds }: ReadOutcome): number | undefined {
  return peerMilliseconds === undefined || peerMilliseconds < LEAST_PEER_MILLISECONDS
    ? undefined
    : milliseconds / peerMilliseconds;
}

const tabulateDocuments = (outcomes: readonly DocumentOutcome[]): string =>
  makeTable(
    [
      'Document',
      'Half',
      'Tool',
      'Pages',
      'Recognized',
      'Sentences in order',
      'Builds merged',
      'Other merges',
      'Running heads left',
      'Administrative: recall',
      'precision',
      'English',
      'Passages a page',
      'ms',
      'pdftotext',
    ],
    outcomes.map(tellDocument),
  );

function tellDocument(outcome: DocumentOutcome): string[] {
  const { id, half, tool, pages } = outcome.document;
  const start = [id, half, tool, String(pages)];
  if (outcome.problem !== undefined) return [...start, 'not read'];
  const { figures, isEnglish, recognizedPages, milliseconds, peerMilliseconds } = outcome;
  return [
    ...start,
    String(recognizedPages),
    figures.sentences === undefined ? '–' : tellShare(figures.sentences),
    tellShare(figures.builds),
    String(figures.otherMerges),
    String(figures.runningHeads),
    tellShare(figures.administrativeRecall),
    tellShare(figures.administrativePrecision),
    isEnglish ? 'yes' : '**NO**',
    (figures.passages / pages).toFixed(1),
    milliseconds.toFixed(0),
    peerMilliseconds?.toFixed(0) ?? '–',
  ];
}

function listProblems(outcomes: readonly DocumentOutcome[]): string[] {
  const lines = outcomes.flatMap(({ document, problem }) =>
    problem === undefined ? [] : [`- ${document.id} was not read: ${problem}`],
  );
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function listMisses(outcomes: readonly ReadOutcome[]): string[] {
  const lines = outcomes
    .filter(({ document }) => document.half === 'dev')
    .flatMap(({ document, figures }) => figures.misses.map((miss) => `- ${document.id}: ${miss}`));
  return lines.length === 0 ? [] : [lines.join('\n')];
}
