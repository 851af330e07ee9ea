import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Message } from '#contract/messages/message.ts';

/** A message as a `jsonb` column takes it. */
export const storeMessage = (coded: Message | null): string | null =>
  coded === null ? null : JSON.stringify(coded);

/** The members of an answer or event that has a message, or none. */
export const wordOptional = (
  coded: Message | null,
): { message: string | null; message_coded: Message | null } => ({
  message: coded === null ? null : wordMessage(coded),
  message_coded: coded,
});
