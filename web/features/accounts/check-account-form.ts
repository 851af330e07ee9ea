import type { z } from 'zod';
import { findMessage } from '#contract/messages/message.ts';
import type { Stated } from '#web/api-client/api-error.ts';

/** The fixed messages of these forms (docs/product.md), in their order: only the first problem is shown. */
const ALERT_ORDER = ['fill_in_all_fields', 'passwords_differ', 'password_too_short'];

export interface FormProblems {
  /** What the alert says. */
  alert: Stated;
  /** By name of the field, the first thing that is wrong with it. */
  fields: Readonly<Record<string, Stated>>;
}

export type CheckedForm<Input> = { input: Input } | { problems: FormProblems };

/** Checks what was typed against the contract. */
export function checkAccountForm<Schema extends z.ZodType>(
  schema: Schema,
  typed: Record<string, string>,
): CheckedForm<z.infer<Schema>> {
  const checked = schema.safeParse(typed);
  if (checked.success) return { input: checked.data };
  const fields: Record<string, Stated> = {};
  for (const { path, message } of checked.error.issues) {
    fields[String(path[0] ?? '')] ??= { text: message, coded: findMessage(message) ?? null };
  }
  return { problems: { alert: chooseAlert(Object.values(fields)), fields } };
}

function chooseAlert(stated: Stated[]): Stated {
  const place = ({ coded }: Stated): number => {
    const found = ALERT_ORDER.indexOf(coded?.code ?? '');
    return found === -1 ? ALERT_ORDER.length : found;
  };
  return stated.toSorted((one, other) => place(one) - place(other))[0] ?? { text: '', coded: null };
}
