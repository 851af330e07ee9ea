import type { z } from 'zod';
import { findMessage } from '#contract/messages/message.ts';
import type { Stated } from '#web/api-client/api-error.ts';

/** The fixed messages of these forms (docs/product.md), in their order: only the first problem is shown. */
const ALERT_ORDER = ['fill_in_all_fields', 'passwords_differ', 'password_too_short'];

export interface Problems {
  alert: Stated;
  /** By name of the field, the first thing that is wrong with it. */
  fields: Readonly<Record<string, Stated>>;
}

export function problemsOf({ issues }: z.ZodError): Problems {
  const fields: Record<string, Stated> = {};
  for (const { path, message } of issues) {
    fields[String(path[0] ?? '')] ??= { text: message, coded: findMessage(message) ?? null };
  }
  const place = ({ coded }: Stated): number => {
    const found = ALERT_ORDER.indexOf(coded?.code ?? '');
    return found === -1 ? ALERT_ORDER.length : found;
  };
  const [alert] = Object.values(fields).toSorted((one, other) => place(one) - place(other));
  return { alert: alert ?? { text: '', coded: null }, fields };
}
