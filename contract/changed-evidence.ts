import { z } from 'zod';
import { evidence } from './evidence.ts';
import { entityId } from './fields.ts';
import { fieldText } from './messages/field-messages.ts';

export const EVIDENCE_HOLDERS = ['summary_point', 'key_term', 'candidate', 'question'] as const;
export const EVIDENCE_ACTIONS = ['keep', 'replace', 'remove'] as const;

/** A line that rests on words which the lesson no longer says. */
export const changedEvidence = z.object({
  key: z.string().meta({ description: 'Names the line in the call that decides about it.' }),
  kind: z
    .enum(EVIDENCE_HOLDERS)
    .meta({ description: '`candidate` is a question of the bank, `question` one of a quiz.' }),
  text: z.string(),
  quiz: z.object({ id: entityId, name: z.string() }).nullable(),
  evidence,
  actions: z.array(z.enum(EVIDENCE_ACTIONS)),
});
export type ChangedEvidence = z.infer<typeof changedEvidence>;

export const changedEvidenceList = z.object({ items: z.array(changedEvidence) });
export type ChangedEvidenceList = z.infer<typeof changedEvidenceList>;

export const decideEvidenceRequest = z.object({
  key: z
    .string()
    .regex(/^[a-z_]{1,20}-[A-Za-z0-9_-]{1,64}$/, fieldText('identifier_invalid'))
    .meta({ description: 'Of the line.' }),
  action: z.enum(EVIDENCE_ACTIONS, fieldText('evidence_action')).meta({
    description:
      '`keep` takes what the lesson says now as evidence, `replace` takes another question of the bank, `remove` takes the line away.',
  }),
});
export type DecideEvidenceRequest = z.infer<typeof decideEvidenceRequest>;
