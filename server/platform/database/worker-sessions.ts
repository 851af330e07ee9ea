import { sql } from 'kysely';
import {
  CONFINEMENT_MECHANISMS,
  type ConfinementMechanism,
} from '#server/sandbox/confinement/confinement.ts';
import type { Database } from './database.ts';

const PREFIX = 'lectern-claims ';

/** The name of the session that each worker holds while it lives: it says what confines the worker's children. */
export const nameWorkerSession = (confinement: ConfinementMechanism): string => PREFIX + confinement;

/** The weakest confinement of all workers that run now, on whichever machine. Null when none runs. */
export async function findWeakestConfinement(database: Database): Promise<ConfinementMechanism | null> {
  const { rows } = await sql<{ application_name: string }>`
    select distinct application_name from pg_stat_activity
    where datname = current_database() and application_name like ${`${PREFIX}%`}`.execute(database);
  const running = rows.map((row) => row.application_name.slice(PREFIX.length));
  return CONFINEMENT_MECHANISMS.findLast((mechanism) => running.includes(mechanism)) ?? null;
}
