import { DocumentUnreadableError } from '#server/documents/document-unreadable-error.ts';
import { analyzeLesson } from '#server/language/analysis.ts';
import {
  DOCUMENTS_FOLDER,
  isOnDisk,
  locateDocument,
  readDocuments,
  type RealDocument,
} from './documents/read-documents.ts';
import { measureReading, type ReadingFigures, type Share } from './measures/measure-document.ts';
import { openPdfReader, type PdfReader } from './read-like-upload.ts';
import { listLines, makeTable, percent, reportFigures, type Figure, type Report } from './report.ts';

const SENTENCES_GOAL = 0.98;

interface Outcome {
  readonly document: RealDocument;
  readonly figures: ReadingFigures;
  /** Whether the lesson is detected as English, so that questions can be written. */
  readonly isEnglish: boolean;
  /** Scanned pages. */
  readonly recognizedPages: number;
}

/**
 * Reads every real document on disk like an upload, and measures its passages.
 * @param tellFailures also lists misses in documents of the dev half, never in held-out ones
 * @throws {Error} when a file on disk is not the recorded one
 */
export async function evaluateDocuments(modelsDirectory: string, tellFailures: boolean): Promise<Report> {
  const reader = openPdfReader(modelsDirectory);
  const documents = await readDocuments();
  const absent: string[] = [];
  const problems: string[] = [];
  const outcomes: Outcome[] = [];
  try {
    for (const document of documents) {
      if (!(await isOnDisk(document))) {
        absent.push(document.id);
        continue;
      }
      console.error(`Reading ${document.id} …`);
      try {
        outcomes.push(await readOne(document, reader));
      } catch (error) {
        if (!(error instanceof DocumentUnreadableError)) throw error;
        problems.push(`${document.id} was not read: ${error.message}`);
      }
    }
  } finally {
    await reader.close();
  }
  const figures = (['dev', 'held-out'] as const).flatMap((half) =>
    listFigures(
      half,
      outcomes.filter(({ document }) => document.half === half),
    ),
  );
  return reportFigures(
    `Real documents, ${documents.length - absent.length} of ${documents.length} on disk`,
    figures,
    absent.length === 0
      ? ''
      : `**ABSENT, NOT MEASURED: ${absent.join(', ')}.** Run \`npm run fetch:documents\`; documents belong in ${DOCUMENTS_FOLDER}.`,
    outcomes.length === 0 ? '' : tabulate(outcomes),
    listLines([
      ...problems,
      ...(tellFailures ? outcomes : [])
        .filter(({ document }) => document.half === 'dev')
        .flatMap(({ document, figures: { misses } }) => misses.map((miss) => `${document.id}: ${miss}`)),
    ]),
  );
}

async function readOne(document: RealDocument, reader: PdfReader): Promise<Outcome> {
  const { passages, recognizedPages } = await reader.read(locateDocument(document));
  const { english } = analyzeLesson({
    title: document.title,
    spoken: false,
    passages: passages.map((passage) => ({ ...passage, id: `p${passage.position}` })),
  });
  return {
    document,
    figures: measureReading(document, passages),
    isEnglish: english,
    recognizedPages,
  };
}

function listFigures(half: string, outcomes: readonly Outcome[]): Figure[] {
  const shares = outcomes.flatMap(({ figures }) => figures.sentences ?? []);
  const part = shares.reduce((sum, share) => sum + share.part, 0);
  const whole = shares.reduce((sum, share) => sum + share.whole, 0);
  const english = outcomes.filter(({ isEnglish }) => isEnglish).length;
  const figures = [
    {
      name: `Sentences in reading order, two columns (${half})`,
      of: whole,
      value: percent(part, whole),
      goal: `≥ ${SENTENCES_GOAL * 100} %`,
      met: part >= SENTENCES_GOAL * whole,
    },
    {
      name: `English documents taken for English (${half})`,
      of: outcomes.length,
      value: String(english),
      goal: 'all',
      met: english === outcomes.length,
    },
  ];
  // A goal about nothing would count as met.
  return figures
    .filter(({ of }) => of > 0)
    .map(({ of, value, ...figure }) => ({ ...figure, value: `${value} of ${of}`, gate: true }));
}

const tellShare = ({ part, whole }: Share): string => (whole === 0 ? '–' : `${part} of ${whole}`);

const tabulate = (outcomes: readonly Outcome[]): string =>
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
    ],
    outcomes.map(({ document: { id, half, tool, pages }, figures, isEnglish, recognizedPages }) => [
      id,
      half,
      tool,
      String(pages),
      String(recognizedPages),
      figures.sentences === undefined ? '–' : tellShare(figures.sentences),
      tellShare(figures.builds),
      String(figures.otherMerges),
      String(figures.runningHeads),
      tellShare(figures.administrativeRecall),
      tellShare(figures.administrativePrecision),
      isEnglish ? 'yes' : '**NO**',
    ]),
  );
