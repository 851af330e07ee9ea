import { createTransport } from 'nodemailer';
import type { MailConfig } from '#server/configuration/mail-config.ts';
import type { Mailer } from './mailer.ts';

/** A server that does not answer must not hold a job for long. */
const CONNECTION_MILLISECONDS = 10_000;
const SILENCE_MILLISECONDS = 30_000;

/** Sends through one SMTP server. Connects for each message: there are few. */
export function createSmtpMailer({ smtpUrl, from }: MailConfig): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const hasLogin = username !== '';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // A password never travels in clear.
    requireTLS: hasLogin && !isSecure,
    ...(hasLogin ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: CONNECTION_MILLISECONDS,
    greetingTimeout: CONNECTION_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // As an object, an address is one address whatever characters it contains.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
