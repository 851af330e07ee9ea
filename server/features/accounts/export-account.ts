import type { AccountExport } from '#contract/account-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { exportLessonWork } from '../activity/lesson-work.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { exportConversations } from '../assistant/conversations.ts';
import { exportCourses } from '../courses/courses.ts';
import { exportDocuments, exportLessons } from '../lessons/lessons.ts';
import { exportQuestionBanks } from '../quizzes/bank/read-bank.ts';
import { exportQuestionSets } from '../quizzes/question-sets.ts';
import { exportTrash } from '../trash/trash.ts';
import { exportTranscriptions } from '../transcripts/transcriptions.ts';
import { exportFiles } from '../uploads/stored-files.ts';
import { exportUploads } from '../uploads/resumable/resumable-uploads.ts';
import { writeJson, type JsonPieces } from '#server/platform/write-json.ts';
import { findUserById } from './account.store.ts';
import { listApiKeys } from './api-keys.ts';
import { accountGone } from './check-password.ts';
import { presentUser, listSessions } from './sessions.ts';
import { listIdentities } from './provider/link-identity.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'rateLimits' | 'config'>;

/** Each list of the export, and where its entries come from. Typed, so that a list of the contract cannot be left out. */
type Lists = {
  [Name in keyof AccountExport as AccountExport[Name] extends unknown[] ? Name : never]: () =>
    | Promise<AccountExport[Name]>
    | AsyncIterable<AccountExport[Name] extends (infer Entry)[] ? Entry : never>
    | AsyncIterable<JsonPieces>;
};

/**
 * Everything that is kept of the actor as one JSON document, in pieces: an account of gigabytes
 * takes no more memory than a piece. Each entry is as it was when it was read.
 * @param origin where this request reached Lectern.
 * @throws {ProblemError} too_many_requests, before the first piece.
 */
export async function exportAccount(
  dependencies: Needed,
  actor: Actor,
  origin: string,
): Promise<AsyncGenerator<string>> {
  await dependencies.rateLimits.countExport(actor.userId);
  const user = await findUserById(dependencies.database, actor.userId);
  if (user === undefined) throw accountGone();
  await recordAudit(dependencies.database, 'account_exported', { by: user.id, on: ['account', user.id] });
  const head = {
    format: 'lectern-export',
    version: 1,
    exported_at: new Date().toISOString(),
    profile: {
      ...presentUser(user),
      created_at: user.created_at.toISOString(),
      email_verified_at: user.email_verified_at?.toISOString() ?? null,
      updated_at: user.updated_at.toISOString(),
    },
  } satisfies Partial<AccountExport>;
  const lists: Lists = {
    sessions: () => listSessions(dependencies, actor),
    api_keys: () => listApiKeys(dependencies, actor),
    linked_identities: () => listIdentities(dependencies, actor),
    courses: () => exportCourses(dependencies, actor),
    lessons: () => exportLessons(dependencies, actor, origin),
    trash: () => exportTrash(dependencies, actor),
    documents: () => exportDocuments(dependencies, actor),
    transcriptions: () => exportTranscriptions(dependencies, actor),
    question_sets: () => exportQuestionSets(dependencies, actor),
    question_bank: () => exportQuestionBanks(dependencies, actor),
    files: () => exportFiles(dependencies, actor, origin),
    uploads: () => exportUploads(dependencies, actor),
    conversations: () => exportConversations(dependencies, actor),
    activity: () => exportLessonWork(dependencies, actor),
  };
  return makeHarmless(writeJson(head, lists));
}

/** JSON that stays harmless where it is taken for a page. */
async function* makeHarmless(pieces: JsonPieces): AsyncGenerator<string> {
  for await (const piece of pieces)
    yield piece.replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  yield '\n';
}
