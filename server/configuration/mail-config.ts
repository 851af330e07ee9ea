import { z } from 'zod';
import { text } from './setting-schemas.ts';

/** The environment variable about sending mail. */
export const mailSettings = {
  SMTP_URL: text.pipe(
    z
      .url({
        protocol: /^smtps?$/,
        error: 'must be an address such as smtp://user:password@mail.example:587?from=lectern@example.org',
      })
      .optional(),
  ),
};

export interface MailConfig {
  /** `smtps:` begins with TLS; `smtp:` upgrades to it when the server offers it, and must when it wants a password. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** The settings for sending mail, or undefined where Lectern sends none. */
export function readMail(
  value: z.infer<z.ZodObject<typeof mailSettings>> & { readonly PUBLIC_URL?: string | undefined },
  report: (name: string, sentence: string) => void,
): MailConfig | undefined {
  const { SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl } = value;
  if (smtpUrl === undefined) return undefined;
  // A link's address must never come from the request: whoever sends that could have the link lead to them.
  if (publicUrl === undefined) report('PUBLIC_URL', 'must be set with SMTP_URL, since mails contain links');
  // Addresses may contain `+`, which a query would read as a space.
  const parameters = new URL(smtpUrl.replaceAll('+', '%2B')).searchParams;
  const from = parameters.get('from') ?? '';
  if (parameters.size !== 1 || !/^[^\r\n]*@[^\r\n]*$/.test(from) || from.length > 200)
    report(
      'SMTP_URL',
      'must name the sender and take nothing else, as in smtp://user:password@mail.example?from=lectern@example.org',
    );
  return { smtpUrl, from: from.includes('<') ? from : `Lectern <${from}>` };
}
