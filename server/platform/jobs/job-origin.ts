import { z } from 'zod';
import { findContext, type WorkContext } from '../work-context.ts';

const origin = z.object({
  enqueued_by: z.object({ request_id: z.string().optional(), instructor_id: z.int().optional() }).optional(),
});

/** The payload, plus the request and the account that it is enqueued for. */
export function rememberOrigin<Payload extends object>(payload: Payload): Payload {
  const { requestId, instructorId } = findContext() ?? {};
  if (requestId === undefined) return payload;
  const enqueuedBy = {
    request_id: requestId,
    ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
  };
  return { ...payload, enqueued_by: enqueuedBy };
}

const owner = z.object({ instructor_id: z.int() });

/** Whose job this is: of the person that the request or job under way belongs to, else of the payload's. */
export function findAccount(payload: object): number | undefined {
  return findContext()?.instructorId ?? owner.safeParse(payload).data?.instructor_id;
}

/** The context in which a job runs: its own ids, and those of the request that enqueued it. */
export function contextOfJob(job: string, jobId: string, payload: object): WorkContext {
  const parsed = origin.safeParse(payload);
  const { request_id: requestId, instructor_id: instructorId } = parsed.data?.enqueued_by ?? {};
  return {
    job,
    jobId,
    ...(requestId === undefined ? {} : { requestId }),
    ...(instructorId === undefined ? {} : { instructorId }),
  };
}
