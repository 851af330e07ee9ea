import type { z } from 'zod';

/** The specification's messages for these forms, in its order: with several wrong, the first is told. */
const ALERT_ORDER: readonly RegExp[] = [
  /^Please fill in all fields\.$/,
  /^Passwords do not match\.$/,
  /^Password must be at least/,
];

export interface FormProblems {
  /** What the alert says. */
  alert: string;
  /** By name of the field, the first thing that is wrong with it. */
  fields: Readonly<Record<string, string>>;
}

export type CheckedForm<Input> = { input: Input } | { problems: FormProblems };

/** Checks what was typed against the contract. Messages are the contract's, in English. */
export function checkAccountForm<Schema extends z.ZodType>(
  schema: Schema,
  typed: Record<string, string>,
): CheckedForm<z.infer<Schema>> {
  const checked = schema.safeParse(typed);
  if (checked.success) return { input: checked.data };
  const fields: Record<string, string> = {};
  for (const issue of checked.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  return { problems: { alert: chooseAlert(Object.values(fields)), fields } };
}

function chooseAlert(messages: string[]): string {
  for (const pattern of ALERT_ORDER) {
    const found = messages.find((message) => pattern.test(message));
    if (found !== undefined) return found;
  }
  return messages[0] ?? '';
}
