import { createLessonSupport } from '../../../../items/checks/lesson-support.ts';
import type { ObjectGenerator } from '../../../ai/text-generator.ts';
import { analyzeLesson } from '../../../language/analysis.ts';
import type { LessonAnalysis } from '../../../language/analysis.ts';
import type { LessonOutcome, LessonText } from '../../../language/lesson-text.ts';
import { sectionOfPassages, listSections } from '../../../language/list-sections.ts';
import { createRandom } from '../../../language/random.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import { composeQuestions } from '../compose/compose-questions.ts';
import type {
  ComposedQuestion,
  ComposeRequest,
  Composition,
  Shortfall,
} from '../compose/composed-question.ts';
import { matchOutcome } from '../compose/match-outcomes.ts';
import { explainWriter } from './explain-writer.ts';
import type { NotAsked } from './explain-writer.ts';
import { ModelSession } from './model-session.ts';
import type { SessionEnd } from './model-session.ts';
import { placeKeys } from '../writer/place-keys.ts';
import { planTasks } from './plan-tasks.ts';
import type { Task } from './plan-tasks.ts';
import type { SuppliedComposition, SuppliedQuestion } from './supplied-question.ts';
import { Shelf } from './workshop.ts';
import { writeChoices } from './write-choices.ts';
import { writeModelEssays } from './write-model-essays.ts';

export interface Supplier {
  readonly generator: ObjectGenerator;
  /** For all that the model does in one set; what is missing then, the composer writes. */
  readonly budgetMilliseconds?: number;
}

/** The job that writes a set has 300 s; the composer needs a few of them. */
const BUDGET_MILLISECONDS = 120_000;
/** Passages, rules and answers of so many questions fit into a context of 4,096 tokens. */
const TASKS_PER_BATCH = 4;
const MOST_QUESTIONS = 50;
/** The composer makes some more than are wanted, since some will ask what the model asked. */
const SPARE_QUESTIONS = 4;

interface ModelPart {
  readonly questions: readonly ComposedQuestion[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly end: SessionEnd | NotAsked | null;
}

/**
 * Questions from a language model that passed the same checks as the composer's, and for the rest the composer's. The
 * model being down, slow, useless or hostile only makes the composer's share larger; `writer.note` then says why.
 * @throws what `composeQuestions` throws, and the reason of `request.signal` when that is aborted.
 */
export async function supplyQuestions(
  lesson: LessonText,
  request: ComposeRequest,
  supplier: Supplier,
  analysis: LessonAnalysis = analyzeLesson(lesson),
): Promise<SuppliedComposition> {
  request.signal?.throwIfAborted();
  const part = await askModel(analysis, request, supplier);
  request.signal?.throwIfAborted();
  const missing = request.count - part.questions.length;
  const rest = missing > 0 ? await composeRest(analysis, request, part.questions) : { questions: [] };
  const questions: SuppliedQuestion[] = [
    ...part.questions.map((question) => ({ ...question, written_by: 'language_model' as const })),
    ...rest.questions.map((question) => ({ ...question, written_by: 'composer' as const })),
  ];
  const shortfall = explainShortfall(request.count, part.questions.length, rest);
  return {
    questions,
    ...(shortfall === undefined ? {} : { shortfall }),
    writer: {
      model: supplier.generator.name,
      questions_of_model: part.questions.length,
      questions_of_composer: rest.questions.length,
      input_tokens: part.inputTokens,
      output_tokens: part.outputTokens,
      note: explainWriter({
        wanted: request.count,
        ofModel: part.questions.length,
        ofComposer: rest.questions.length,
        end: part.end,
      }),
    },
  };
}

async function askModel(
  analysis: LessonAnalysis,
  request: ComposeRequest,
  { generator, budgetMilliseconds = BUDGET_MILLISECONDS }: Supplier,
): Promise<ModelPart> {
  const nothing = { questions: [], inputTokens: 0, outputTokens: 0 };
  if (!analysis.english) return { ...nothing, end: 'language' };
  const tasks = planTasks(analysis, request);
  if (tasks.length === 0) return { ...nothing, end: isUntestable(request) ? 'levels' : 'no_statements' };
  const session = new ModelSession(generator, budgetMilliseconds, request.signal);
  const shelf = new Shelf(request.count);
  const outcomes = listChosenOutcomes(analysis, request);
  const workshop = {
    session,
    shelf,
    lesson: { title: analysis.lesson.title, outcomes },
    bench: {
      request,
      source: {
        passages: analysis.lesson.passages.map(({ text }) => text),
        support: createLessonSupport(analysis.sentences.map(({ text }) => text)),
      },
    },
  };
  const write = request.answerStyle === 'essay' ? writeModelEssays : writeChoices;
  const batches = cutIntoBatches(tasks);
  const workers = Array.from({ length: generator.concurrency ?? 1 }, async () => {
    for (let batch = batches.shift(); batch !== undefined && !session.isOver; batch = batches.shift()) {
      const before = shelf.list().length;
      await write(batch, workshop);
      session.rate(shelf.list().length > before);
    }
  });
  await Promise.all(workers);
  const placed = placeKeys(shelf.list(), createRandom(request.seed));
  const questions = await matchOutcomes(placed, outcomes, request);
  return { questions, ...session.tokens, end: session.end };
}

const isUntestable = (request: ComposeRequest): boolean =>
  request.answerStyle === 'multiple_choice' &&
  (request.taxonomyLevels ?? []).length > 0 &&
  (request.taxonomyLevels ?? []).every((level) => level === 'evaluate' || level === 'create');

function cutIntoBatches(tasks: readonly Task[]): Task[][] {
  const batches: Task[][] = [];
  for (let from = 0; from < tasks.length; from += TASKS_PER_BATCH)
    batches.push(tasks.slice(from, from + TASKS_PER_BATCH));
  return batches;
}

function listChosenOutcomes(analysis: LessonAnalysis, request: ComposeRequest): readonly LessonOutcome[] {
  const all = analysis.lesson.outcomes ?? [];
  const wanted = new Set(request.outcomes ?? []);
  return wanted.size === 0 ? all : all.filter(({ short_name: name }) => wanted.has(name));
}

/** Each with the outcome it serves best; steered by outcomes, those that serve none are left out. */
async function matchOutcomes(
  questions: readonly ComposedQuestion[],
  outcomes: readonly LessonOutcome[],
  request: ComposeRequest,
): Promise<readonly ComposedQuestion[]> {
  if (outcomes.length === 0 || questions.length === 0) return questions;
  const texts = [
    ...questions.map(({ explanation }) => explanation),
    ...outcomes.map(({ description }) => description),
  ];
  const similarity = await createSimilarity(texts, request.embed, request.signal);
  return questions
    .map((question) => ({ ...question, outcome: matchOutcome(question.explanation, outcomes, similarity) }))
    .filter(({ outcome }) => request.criteria !== 'outcomes' || outcome !== null);
}

/** The composer's questions that ask something else than the model's, first about sections that those leave out. */
async function composeRest(
  analysis: LessonAnalysis,
  request: ComposeRequest,
  ofModel: readonly ComposedQuestion[],
): Promise<Composition> {
  const spare = ofModel.length === 0 ? 0 : SPARE_QUESTIONS;
  const count = Math.min(MOST_QUESTIONS, request.count + spare);
  const composition = await composeQuestions(analysis.lesson, { ...request, count }, analysis);
  if (ofModel.length === 0) return composition;
  const sections = sectionOfPassages(listSections(analysis.lesson.passages));
  const covered = new Set(ofModel.map(({ evidence }) => sections.get(evidence.passage_id)));
  const isNew = ({ evidence }: ComposedQuestion): boolean => !covered.has(sections.get(evidence.passage_id));
  const shelf = new Shelf(request.count);
  for (const question of ofModel) shelf.accept(question, { number: 0 });
  const questions: ComposedQuestion[] = [];
  const { questions: composed } = composition;
  for (const question of [...composed.filter(isNew), ...composed.filter((other) => !isNew(other))])
    if (shelf.accept(question, { number: 1 })) questions.push(question);
  return { questions };
}

function explainShortfall(asked: number, ofModel: number, rest: Composition): Shortfall | undefined {
  const made = ofModel + rest.questions.length;
  if (made >= asked) return undefined;
  if (rest.shortfall !== undefined) return rest.shortfall;
  const questions = made === 1 ? 'only one sound question' : `only ${made} sound questions`;
  return {
    asked,
    made,
    reason: `The language model and the built-in composer made ${questions} of the lesson. Add material, or ask for fewer.`,
  };
}
