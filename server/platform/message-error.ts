import { wordMessage } from '#contract/messages/catalogue.ts';
import type { Message } from '#contract/messages/message.ts';

/** A failure that people see, where it is not yet the answer of a call. */
export abstract class MessageError extends Error {
  /** The code and parameters of `message`. */
  readonly coded: Message;

  constructor(coded: Message, options?: ErrorOptions) {
    super(wordMessage(coded), options);
    this.coded = coded;
  }
}
