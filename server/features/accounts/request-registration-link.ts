import type { z } from 'zod';
import type { registrationLinkRequest, RegistrationLinkAnswer } from '#contract/accounts.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { ProblemError } from '#server/platform/problem-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendRegistrationMail } from './account.jobs.ts';
import { refuseBeforeFirstAdministrator } from './first-administrator.ts';
import { findInvitation } from './one-time-token.store.ts';
import { admitRegistration, hashGiven } from './registration.ts';

/**
 * Asks for the link with which a registration begins. The answer is the same for every address, and so is the work until then:
 * whether there is an account is looked up by a job.
 * @throws {ProblemError} conflict without mail; registration_closed; validation_failed on `email` or `invitation`;
 * too_many_requests.
 */
export async function requestRegistrationLink(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'jobs' | 'rateLimits'>,
  input: z.infer<typeof registrationLinkRequest>,
  address: string,
): Promise<RegistrationLinkAnswer> {
  const { config, database, jobs, rateLimits } = dependencies;
  if (config.mail === undefined) throw new ProblemError('registration_without_link');
  await rateLimits.countRegistration(address);
  const email = input.email.toLowerCase();
  const invitation = hashGiven(input.invitation);
  await inTransaction(database, async (transaction) => {
    await refuseBeforeFirstAdministrator(dependencies, transaction);
    await admitRegistration(transaction, { email, invitation }, findInvitation);
    await recordAudit(transaction, 'registration_link_requested');
    const hash = invitation?.toString('hex') ?? null;
    await jobs.enqueue(transaction, sendRegistrationMail, { email, invitation: hash });
  });
  return { detail: 'A link to finish the registration is on its way to this address.' };
}
