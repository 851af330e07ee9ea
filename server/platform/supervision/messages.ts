/** What a supervised process reports to its supervisor over the IPC channel. */
export type MessageFromChild =
  /** A process that listens says on which port. */
  | { readonly lectern: 'ready'; readonly port?: number | undefined }
  /** It cannot work, and starting it again would not help; the message is for the person. */
  | { readonly lectern: 'cannot-start'; readonly message: string };

/** What the supervisor sends to a supervised process. */
export interface MessageToChild {
  readonly lectern: 'stop';
}

export function isMessageFromChild(message: unknown): message is MessageFromChild {
  if (typeof message !== 'object' || message === null || !('lectern' in message)) return false;
  if (message.lectern === 'ready') return true;
  return message.lectern === 'cannot-start' && 'message' in message && typeof message.message === 'string';
}

export function isMessageToChild(message: unknown): message is MessageToChild {
  return (
    typeof message === 'object' && message !== null && 'lectern' in message && message.lectern === 'stop'
  );
}
