import { checkStem } from './check-stem.ts';
import type { SoundStem } from './check-stem.ts';
import { chooseDistractors } from './choose-distractors.ts';
import { distractorAnswer, promptForDistractors, promptForStems, stemAnswer } from './choice-prompts.ts';
import type { Attempted } from './choice-prompts.ts';
import type { Task } from './plan-tasks.ts';
import type { Workshop } from './workshop.ts';

/** Thinking models count their thoughts in; ten times what the answers need. */
const MAXIMUM_OUTPUT_TOKENS = 4_000;

/** A question with its key that passed, for which wrong answers are wanted. */
interface Sound {
  readonly task: Task;
  readonly stem: SoundStem;
  readonly kind: string;
  /** Each question is asked for again once, for its stem or for its wrong answers. */
  readonly repaired: boolean;
}

/** Multiple-choice questions for a few tasks: stems with keys, then wrong answers; what is refused is asked for once more. */
export async function writeChoices(tasks: readonly Task[], workshop: Workshop): Promise<void> {
  const { sound, refused } = await askForStems(tasks, workshop);
  if (refused.length > 0) {
    const again = await askForStems(
      refused.map(({ task }) => task),
      workshop,
      refused,
    );
    sound.push(...again.sound);
  }
  if (sound.length === 0) return;
  const flawed = await askForDistractors(sound, workshop);
  if (flawed.length === 0) return;
  const repairable = sound.filter(({ task }) => flawed.some((attempt) => attempt.task === task));
  await askForDistractors(repairable, workshop, flawed);
}

interface Stems {
  readonly sound: Sound[];
  readonly refused: Attempted<Task>[];
}

async function askForStems(
  tasks: readonly Task[],
  workshop: Workshop,
  earlier: readonly Attempted<Task>[] = [],
): Promise<Stems> {
  const reply = await workshop.session.ask({
    ...promptForStems(workshop.lesson, tasks, earlier),
    schema: stemAnswer,
    maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
  });
  if (reply === null) return { sound: [], refused: [] };
  if (reply === 'cut_off') return askInHalves(tasks, workshop, earlier);
  const stems: Stems = { sound: [], refused: [] };
  for (const task of tasks) {
    // A task that was skipped is left to the composer.
    const draft = reply.object.items.find(({ number }) => number === task.number);
    if (draft === undefined) continue;
    const verdict = checkStem(draft, task, workshop.bench);
    const problems = verdict.sound ? listClashes(verdict.value, workshop) : verdict.problems;
    if (verdict.sound && problems.length === 0) {
      const kind = draft.kind.slice(0, 120);
      stems.sound.push({ task, stem: verdict.value, kind, repaired: earlier.length > 0 });
    } else {
      const attempt = `Stem: ${draft.stem.slice(0, 400)}\nKey: ${draft.key.slice(0, 200)}\nQuote: ${draft.quote.slice(0, 700)}`;
      stems.refused.push({ task, attempt, problems });
    }
  }
  return stems;
}

/** Fewer questions have shorter answers; one alone that is cut off is left to the composer. */
async function askInHalves(
  tasks: readonly Task[],
  workshop: Workshop,
  earlier: readonly Attempted<Task>[],
): Promise<Stems> {
  if (tasks.length < 2) return { sound: [], refused: [] };
  const middle = Math.ceil(tasks.length / 2);
  const first = await askForStems(tasks.slice(0, middle), workshop, earlier);
  const second = await askForStems(tasks.slice(middle), workshop, earlier);
  return { sound: [...first.sound, ...second.sound], refused: [...first.refused, ...second.refused] };
}

const listClashes = ({ stem, key, evidence }: SoundStem, { shelf }: Workshop): string[] =>
  shelf.listClashes({
    text: stem,
    type: 'multiple_choice',
    options: [{ text: key, is_correct: true }],
    quote: evidence.quote,
  });

/** Puts what passes on the shelf. Returns what may be asked for once more. */
async function askForDistractors(
  sound: readonly Sound[],
  { session, lesson, bench, shelf }: Workshop,
  earlier: readonly Attempted<Task>[] = [],
): Promise<Attempted<Task>[]> {
  const open = sound.map(({ task, stem: { stem, key }, kind }) => ({ task, stem, key, kind }));
  const reply = await session.ask({
    ...promptForDistractors(lesson, open, earlier),
    schema: distractorAnswer,
    maxOutputTokens: MAXIMUM_OUTPUT_TOKENS,
  });
  if (reply === null || reply === 'cut_off') return [];
  const flawed: Attempted<Task>[] = [];
  for (const { task, stem, repaired } of sound) {
    const offered = reply.object.items.find(({ number }) => number === task.number)?.distractors;
    if (offered === undefined) continue;
    const verdict = chooseDistractors(stem, offered, task, shelf.wish(), bench);
    if (verdict.sound) shelf.accept(verdict.value, task);
    else if (!repaired && earlier.length === 0) {
      const attempt = `Wrong answers: ${offered
        .slice(0, 6)
        .map((text) => text.slice(0, 200))
        .join(' | ')}`;
      flawed.push({ task, attempt, problems: verdict.problems });
    }
  }
  return flawed;
}
