import type { ExportedQuestionSet } from '../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { ProblemError } from '../../problem-error.ts';
import { keptQuestions } from './editing/kept-question.ts';
import { findDraft, findVersion, listVersionRows } from './editing/question-editing.store.ts';
import { getOwnQuestionSet } from './get-own-question-set.ts';
import { listQuestionSetRows } from './question-set.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** All question sets of the actor, saved or not, with drafts and versions, one at a time. */
export async function* exportQuestionSets(
  dependencies: Needed,
  actor: Actor,
): AsyncGenerator<ExportedQuestionSet> {
  for (const isSaved of [true, false]) {
    const of = { instructorId: actor.instructorId, isSaved };
    for (const { id } of await listQuestionSetRows(dependencies.database, of)) {
      const set = await findWhole(dependencies, actor, id);
      if (set !== undefined) yield set;
    }
  }
}

/** Undefined when it was deleted since it was listed. */
async function findWhole(
  dependencies: Needed,
  actor: Actor,
  id: number,
): Promise<ExportedQuestionSet | undefined> {
  try {
    const set = await getOwnQuestionSet(dependencies, actor, id);
    const draft = await findDraft(dependencies.database, id);
    return {
      ...set,
      draft:
        draft === undefined
          ? null
          : { updated_at: draft.updated_at.toISOString(), questions: keptQuestions.parse(draft.questions) },
      versions: await listOldVersions(dependencies, id),
    };
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function listOldVersions({ database }: Needed, id: number): Promise<ExportedQuestionSet['versions']> {
  const versions: ExportedQuestionSet['versions'] = [];
  for (const { version } of await listVersionRows(database, id)) {
    const row = await findVersion(database, id, version);
    if (row === undefined) continue;
    versions.push({
      version,
      created_at: row.created_at.toISOString(),
      questions: keptQuestions.parse(row.questions),
    });
  }
  return versions;
}
