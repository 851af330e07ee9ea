import { z } from 'zod';
import { findContext, type WorkContext } from '../work-context.ts';

const origin = z.object({
  enqueued_by: z.object({ request_id: z.string().optional(), instructor_id: z.int().optional() }).optional(),
});

/** The payload, with the request and the person that it is enqueued for beside it. */
export function rememberOrigin<Payload extends object>(payload: Payload): Payload {
  const { requestId, instructorId } = findContext() ?? {};
  if (requestId === undefined) return payload;
  const enqueuedBy = {
    request_id: requestId,
    ...(instructorId === undefined ? {} : { instructor_id: instructorId }),
  };
  return { ...payload, enqueued_by: enqueuedBy };
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
