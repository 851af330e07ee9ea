import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  readonly to: string;
  readonly text: string;
}

/** A mail server that keeps what it is sent. */
export class MailServer {
  readonly mails: Mail[] = [];
  /** Refuses the next messages for now, as a busy server does. */
  refusals = 0;
  readonly #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.refusals > 0) {
            this.refusals -= 1;
            done(Object.assign(new Error('Try later'), { responseCode: 451 }));
            return;
          }
          const text = Buffer.concat(chunks).toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=');
          this.mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), text });
          done();
        });
      },
    });
  }

  async listen(): Promise<string> {
    const listening = this.#server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
