export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Port: sends mail. */
export interface Mailer {
  /** Resolves once the server has taken the message. Rejects when it has not, and may be tried again. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}
