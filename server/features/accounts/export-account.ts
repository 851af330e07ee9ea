import type { AccountExport } from '../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { exportLessonWork } from '../activity/export-lesson-work.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { exportConversations } from '../assistant/export-conversations.ts';
import { listCourses } from '../courses/list-courses.ts';
import { exportDocuments, exportLessons } from '../lessons/export-lessons.ts';
import { exportQuestionBanks } from '../quizzes/bank/export-question-banks.ts';
import { exportQuestionSets } from '../quizzes/export-question-sets.ts';
import { exportTranscriptions } from '../transcripts/export-transcriptions.ts';
import { exportFiles } from '../uploads/export-files.ts';
import { exportUploads } from '../uploads/resumable/own-uploads.ts';
import { findUserById } from './account.store.ts';
import { listApiKeys } from './api-keys.ts';
import { accountGone } from './confirm-password.ts';
import { presentUser } from './open-session.ts';
import { listIdentities } from './provider/link-identity.ts';
import { listSessions } from './sessions.ts';

type Needed = Pick<Dependencies, 'database' | 'secrets' | 'rateLimits'>;

/** Each list of the export, and where its entries come from. Typed, so that a list of the contract cannot be left out. */
type Lists = {
  [Name in keyof AccountExport as AccountExport[Name] extends unknown[] ? Name : never]: () =>
    Promise<AccountExport[Name]> | AsyncIterable<AccountExport[Name] extends (infer Entry)[] ? Entry : never>;
};

/**
 * Everything that is kept of the actor as one JSON document, in pieces, an entry at a time: an account of gigabytes
 * takes no more memory than its largest lesson. Each entry is as it was when it was read.
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
  await recordAudit(dependencies.database, {
    action: 'account_exported',
    actorId: user.id,
    subject: { kind: 'account', id: user.id },
  });
  const head = {
    format: 'lectern-export',
    version: 1,
    exported_at: new Date().toISOString(),
    profile: {
      ...presentUser(user),
      created_at: user.created_at.toISOString(),
      updated_at: user.updated_at.toISOString(),
    },
  } satisfies Partial<AccountExport>;
  const lists: Lists = {
    sessions: () => listSessions(dependencies, actor),
    api_keys: () => listApiKeys(dependencies, actor),
    linked_identities: () => listIdentities(dependencies, actor),
    courses: () => listCourses(dependencies, actor, {}),
    lessons: () => exportLessons(dependencies, actor, origin),
    documents: () => exportDocuments(dependencies, actor),
    transcriptions: () => exportTranscriptions(dependencies, actor),
    question_sets: () => exportQuestionSets(dependencies, actor),
    question_bank: () => exportQuestionBanks(dependencies, actor),
    files: () => exportFiles(dependencies, actor, origin),
    uploads: () => exportUploads(dependencies, actor),
    conversations: () => exportConversations(dependencies, actor),
    activity: () => exportLessonWork(dependencies, actor),
  };
  return writeJson(head, lists);
}

async function* writeJson(
  head: object,
  lists: Record<string, () => Promise<unknown[]> | AsyncIterable<unknown>>,
): AsyncGenerator<string> {
  yield toJson(head).slice(0, -1);
  for (const [name, list] of Object.entries(lists)) {
    yield `,\n${toJson(name)}:[`;
    let separator = '\n';
    for await (const entry of await list()) {
      yield separator + toJson(entry);
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

/** JSON that stays harmless where it is taken for a page. */
const toJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
