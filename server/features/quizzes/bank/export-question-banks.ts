import { exportedCandidate, type ExportedCandidate } from '../../../../contract/account-export.ts';
import type { Actor, Dependencies } from '../../../ports.ts';
import { listCandidatesOf } from './candidate.store.ts';
import { presentCandidate } from './present-candidate.ts';

/** The questions that are kept with the actor's lessons, rejected ones too. */
export async function exportQuestionBanks(
  { database }: Pick<Dependencies, 'database'>,
  actor: Actor,
): Promise<ExportedCandidate[]> {
  return (await listCandidatesOf(database, actor.instructorId)).map((row) =>
    exportedCandidate.parse({ ...presentCandidate(row, [], new Map()), is_rejected: row.is_rejected }),
  );
}
