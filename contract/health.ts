import { z } from 'zod';
import { codedMessage } from './messages/sent-message.ts';

export const componentHealth = z.object({
  status: z.enum(['ready', 'downloading', 'unavailable']),
  percent: z.int().min(0).max(100).optional(),
  seconds_left: z.int().min(0).optional(),
  reason: z.string().optional(),
  reason_coded: codedMessage.optional(),
});
export type ComponentHealth = z.infer<typeof componentHealth>;

export const health = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable']),
  version: z.string(),
  database: componentHealth,
  job_queue: componentHealth.extend({
    waiting: z.int().optional(),
    running: z.int().optional(),
    dead: z.int().optional().meta({ description: 'Jobs that failed permanently and need attention.' }),
  }),
  file_store: componentHealth,
  disk: componentHealth.extend({
    free_bytes: z.int().optional().meta({ description: 'Free space on the disk of the data directory.' }),
  }),
  models: z.record(z.string(), componentHealth),
  confinement: z.enum(['bubblewrap', 'namespaces', 'permissions', 'none']).nullable().meta({
    description:
      'What confines the processes that read uploads: the weakest of all workers that run. Null when none runs.',
  }),
});
export type Health = z.infer<typeof health>;

/** The process answers; it says nothing of what it rests on. */
export const liveness = z.object({ status: z.literal('live'), version: z.string() });
export type Liveness = z.infer<typeof liveness>;

/** New requests are welcome here. */
export const readiness = z.object({ status: z.literal('ready') });
export type Readiness = z.infer<typeof readiness>;
