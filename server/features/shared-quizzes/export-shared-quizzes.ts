import type { ExportedClassList, ExportedSharedQuiz } from '#contract/account-export.ts';
import type { Actor } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listAnswers, listAttempts } from './attempt.store.ts';
import { settingsOf } from './present-shared-quiz.ts';
import { listClassListRows, listMembers, listSharedQuizRows, listVersions } from './shared-quiz.store.ts';

type Needed = Pick<Dependencies, 'database'>;

/** The actor's shared quizzes, one at a time, each with every version and attempt. */
export async function* exportSharedQuizzes(
  { database }: Needed,
  actor: Actor,
): AsyncGenerator<ExportedSharedQuiz> {
  for (const quiz of await listSharedQuizRows(database, { instructorId: actor.instructorId })) {
    const versions = await listVersions(database, quiz.id);
    const attempts = await listAttempts(database, { sharedQuizId: quiz.id, withPreviews: true });
    const answers = await listAnswers(
      database,
      attempts.map(({ id }) => id),
    );
    const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
    yield {
      code: quiz.code,
      question_set_id: quiz.question_set_id,
      settings: settingsOf(quiz),
      created_at: quiz.created_at.toISOString(),
      versions: versions.map(({ version, created_at: createdAt, questions }) => ({
        version,
        created_at: createdAt.toISOString(),
        questions,
      })),
      attempts: attempts.map((attempt) => ({
        id: attempt.id,
        student_name: attempt.student_name,
        version: versionOf.get(attempt.version_id) ?? 0,
        is_preview: attempt.is_preview,
        started_at: attempt.started_at.toISOString(),
        deadline_at: attempt.deadline_at?.toISOString() ?? null,
        submitted_at: attempt.submitted_at?.toISOString() ?? null,
        answers: (answers.get(attempt.id) ?? []).map((answer) => ({
          key: answer.question_key,
          choice: answer.choice,
          text: answer.text,
          is_flagged: answer.is_flagged,
          is_final: answer.is_final,
          is_late: answer.is_late,
          seconds_spent: answer.seconds_spent,
          answered_at: answer.answered_at.toISOString(),
          points: answer.points,
          comment: answer.comment,
        })),
      })),
    };
  }
}

export async function* exportClassLists(
  { database }: Needed,
  actor: Actor,
): AsyncGenerator<ExportedClassList> {
  for (const list of await listClassListRows(database, actor.instructorId)) {
    const members = await listMembers(database, list.id);
    yield {
      id: list.id,
      name: list.name,
      created_at: list.created_at.toISOString(),
      members: members.map(({ name, student_number: studentNumber }) => ({
        name,
        student_number: studentNumber,
      })),
    };
  }
}
