import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  ChangedEvidence,
  ChangedEvidenceList,
  DecideEvidenceRequest,
} from '#contract/changed-evidence.ts';
import type { Evidence } from '#contract/evidence.ts';
import type { Actor } from '#server/actor.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  decideLine,
  holdSummaries,
  listChangedLines,
  type ChangedLine,
} from '#server/features/lessons/changed-lines.ts';
import { listLessonSections } from '#server/features/lessons/lesson-text.ts';
import type { LessonRow } from '#server/features/lessons/lesson.store.ts';
import { getOwnLesson } from '#server/features/lessons/lessons.ts';
import { sectionOfPassages } from '#server/language/list-sections.ts';
import { notFound, ProblemError } from '#server/platform/problem-error.ts';
import { listChangedCandidates, updateCandidate, updateEvidence } from '../bank/candidate.store.ts';
import { announceBank } from '../bank/read-bank.ts';
import { computePublishedChange, storePublishedChange } from '../editing/change-published.ts';
import { listKept } from '../editing/edit-questions.ts';
import { findAnotherQuestion } from '../editing/find-another-question.ts';
import type { KeptQuestion } from '../editing/kept-questions.ts';
import {
  listQuestionsWithChangedEvidence,
  lockQuestionSetsOf,
  updateDraftQuestions,
  updateQuestionEvidence,
  type QuestionWithEvidence,
} from '../editing/question-editing.store.ts';
import { saveTouchedQuestionSet } from '../question-set.store.ts';
import { getOwnQuestionSetRow } from '../question-sets.ts';
import { seedOfJob } from '../seeds.ts';

type Needed = Pick<Dependencies, 'database'>;
type Action = DecideEvidenceRequest['action'];

interface Decidable {
  readonly shown: ChangedEvidence;
  /** Computes what the action changes. The function that it returns stores that, in a transaction. */
  readonly decide: (dependencies: Needed, action: Action) => Promise<(inside: Needed) => Promise<void>>;
}

/** The lines that rest on words which the lesson no longer says. @throws {ProblemError} not_found. */
export async function listChangedEvidence(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
): Promise<ChangedEvidenceList> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  return { items: (await listDecidable(dependencies, actor, lesson)).map(({ shown }) => shown) };
}

/**
 * Decides about one of these lines. Returns the others.
 * @throws {ProblemError} not_found, also for a line whose evidence is right again; conflict for what cannot be done with the line,
 *   such as replacing a question where the bank has no other.
 */
export async function decideEvidence(
  dependencies: Needed,
  actor: Actor,
  lessonId: number,
  { key, action }: DecideEvidenceRequest,
): Promise<ChangedEvidenceList> {
  const lesson = await getOwnLesson(dependencies, actor, lessonId);
  const seen = await findDecidable(dependencies, actor, lesson, key);
  if (!seen.shown.actions.includes(action)) throw new ProblemError('evidence_action_impossible');
  const store = await seen.decide(dependencies, action);
  await inTransaction(dependencies.database, async (transaction) => {
    const inside = { database: transaction };
    // Before the line is read again, so that no correction comes in between; in the order in which a correction locks them.
    await holdSummaries(inside, lessonId);
    await lockQuestionSetsOf(transaction, lessonId);
    const found = await findDecidable(inside, actor, lesson, key);
    if (!isDeepStrictEqual(found.shown, seen.shown)) throw new ProblemError('evidence_action_impossible');
    await store(inside);
  });
  return listChangedEvidence(dependencies, actor, lessonId);
}

/** @throws {ProblemError} not_found, also for a line whose evidence is right again. */
async function findDecidable(
  dependencies: Needed,
  actor: Actor,
  lesson: LessonRow,
  key: string,
): Promise<Decidable> {
  const found = (await listDecidable(dependencies, actor, lesson)).find(({ shown }) => shown.key === key);
  if (found === undefined) throw notFound('changed_evidence');
  return found;
}

/** The next ones are listed once these are decided. */
const MOST_OF_A_KIND = 200;

async function listDecidable(dependencies: Needed, actor: Actor, lesson: LessonRow): Promise<Decidable[]> {
  const { database } = dependencies;
  const lines = await listChangedLines(dependencies, lesson.id);
  const candidates = await listChangedCandidates(database, lesson.id, MOST_OF_A_KIND);
  const questions = await listQuestionsWithChangedEvidence(database, lesson.id, MOST_OF_A_KIND);
  return [
    ...lines.map((line) => decidableLine(lesson, line)),
    ...questions.map((question) => decidableQuestion(actor, question)),
    ...candidates.map(({ id, question }) =>
      decidableCandidate(lesson, { id, text: question.text, evidence: question.evidence }),
    ),
  ];
}

/** What may be done where only the words or the whole line can go. */
const listActions = ({ changed }: Evidence): Action[] => (changed == null ? ['remove'] : ['keep', 'remove']);

/** What the lesson says instead, with the other place that a question rests on. If that changed too, it is up for decision next. */
function withFurther({ changed, further }: Evidence): Evidence | null | undefined {
  if (changed == null || further === undefined) return changed;
  return further.changed === undefined ? { ...changed, further } : { ...further, further: changed };
}

function decidableLine(lesson: LessonRow, line: ChangedLine): Decidable {
  const hash = createHash('sha256').update(`${line.text}\n${line.evidence.quote}`).digest('base64url');
  return {
    shown: {
      ...line,
      key: `${line.kind}-${hash}`,
      quiz: null,
      actions: listActions(line.evidence),
    },
    decide: (_dependencies, action) =>
      Promise.resolve((inside) => decideLine(inside, lesson.id, line, action === 'keep' ? 'keep' : 'remove')),
  };
}

function decidableCandidate(
  lesson: LessonRow,
  { id, text, evidence }: { id: number; text: string; evidence: Evidence },
): Decidable {
  return {
    shown: {
      key: `candidate-${id}`,
      kind: 'candidate',
      text,
      quiz: null,
      evidence,
      actions: listActions(evidence),
    },
    decide: async (dependencies, action) => {
      const changed = withFurther(evidence);
      if (action !== 'keep' || changed == null)
        return async (inside) => {
          await updateCandidate(inside.database, id, { is_rejected: true });
          await announceBank(inside.database, lesson);
        };
      const sections = await listLessonSections(dependencies, lesson);
      const section = sectionOfPassages(sections).get(changed.passage_id) ?? 0;
      return async (inside) => {
        await updateEvidence(inside.database, id, { evidence: changed, section });
        await announceBank(inside.database, lesson);
      };
    },
  };
}

function decidableQuestion(actor: Actor, question: QuestionWithEvidence): Decidable {
  const { id, question_set_id: setId, text, evidence, quiz_name: name } = question;
  const isMeant = (each: KeptQuestion): boolean =>
    each.evidence?.changed !== undefined && each.evidence.quote === evidence.quote && each.text === text;
  return {
    shown: {
      key: `question-${id}`,
      kind: 'question',
      text,
      quiz: { id: setId, name },
      evidence,
      actions: [...listActions(evidence), 'replace'],
    },
    decide: async (dependencies, action) => {
      const changed = withFurther(evidence);
      if (action === 'keep' && changed != null)
        return async (inside) => {
          await updateQuestionEvidence(inside.database, id, changed);
          await saveTouchedQuestionSet(inside.database, setId);
          await keepInDraft(inside, actor, setId, (each) =>
            isMeant(each) ? { ...each, evidence: changed } : each,
          );
        };
      const other = action === 'replace' ? await findReplacement(dependencies, actor, question) : undefined;
      const change = await computePublishedChange(dependencies, actor, setId, (each) =>
        isMeant(each) ? other : each,
      );
      return (inside) => storePublishedChange(inside, actor, change);
    },
  };
}

async function keepInDraft(
  inside: Needed,
  actor: Actor,
  setId: number,
  change: (question: KeptQuestion) => KeptQuestion,
): Promise<void> {
  const set = await getOwnQuestionSetRow(inside, actor, setId);
  const { draft } = await listKept(inside.database, set);
  if (draft !== undefined) await updateDraftQuestions(inside.database, setId, draft.questions.map(change));
}

/** @throws {ProblemError} conflict when the bank has no other question for the quiz. */
async function findReplacement(
  dependencies: Needed,
  actor: Actor,
  { question_set_id: setId, text, type }: QuestionWithEvidence,
): Promise<KeptQuestion> {
  const set = await getOwnQuestionSetRow(dependencies, actor, setId);
  const request = { avoid: [text], answer_style: type };
  const found = await findAnotherQuestion(dependencies, set, request, seedOfJob(`evidence ${setId} ${text}`));
  if (found === undefined) throw new ProblemError('bank_without_replacement');
  return found;
}
