import type { TFunction } from 'i18next';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiError, explainAuthError } from '../../api-client/api-error.ts';
import { translateMessage } from '../../ui/translate-message.ts';
import { checkAccountForm, type FormProblems } from './check-account-form.ts';

interface AccountForm<Schema extends z.ZodType> {
  schema: Schema;
  /** What an alert says when no answer came. */
  fallback: string;
  send: (input: z.infer<Schema>) => Promise<void>;
}

/** A form of a few named fields that the browser keeps, so that password managers can fill them in. */
export function useAccountForm<Schema extends z.ZodType>({ schema, fallback, send }: AccountForm<Schema>) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<FormProblems>();
  const [error, setError] = useState<unknown>();
  const [isWorking, setIsWorking] = useState(false);
  // A second press of Enter comes before React has drawn the button as busy.
  const isSending = useRef(false);

  const show = (form: HTMLFormElement, found: FormProblems): void => {
    setProblems(found);
    const names = Object.keys(found.fields);
    const first = [...form.elements].find(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement && names.includes(element.name),
    );
    first?.focus();
  };

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.current) return;
    setError(undefined);
    const checked = checkAccountForm(schema, readFields(form));
    if ('problems' in checked) {
      show(form, checked.problems);
      return;
    }
    setProblems(undefined);
    setIsWorking(true);
    isSending.current = true;
    try {
      await send(checked.input);
    } catch (thrown) {
      setError(thrown);
      show(form, { alert: explainAuthError(thrown, fallback), fields: fieldsOf(thrown) });
    } finally {
      isSending.current = false;
      setIsWorking(false);
    }
  };

  return {
    onSubmit,
    isWorking,
    error,
    alert: problems === undefined ? undefined : translateMessage(t, problems.alert),
    /** What stands at a field: a sentence, or only the mark when the alert says the same already. */
    errorOf: (name: string): string | boolean => describe(t, problems, name),
  };
}

/** What was typed into a form, by the names of its fields. */
export const readFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );

const fieldsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries((error.problem.errors ?? []).map(({ field, message }) => [field, message]))
    : {};

function describe(t: TFunction, problems: FormProblems | undefined, name: string): string | boolean {
  const message = problems?.fields[name];
  if (problems === undefined || message === undefined) return false;
  if (message === 'Please fill in all fields.') return t(MISSING[name] ?? 'accounts.fillIn');
  if (message === problems.alert) return t(REMEDIES[message] ?? 'accounts.checkThis');
  return translateMessage(t, message);
}

const MISSING: Readonly<
  Record<string, 'accounts.enterEmail' | 'accounts.enterPassword' | 'accounts.repeatPassword'>
> = {
  email: 'accounts.enterEmail',
  password: 'accounts.enterPassword',
  password2: 'accounts.repeatPassword',
  current_password: 'accounts.enterPassword',
  new_password: 'accounts.enterPassword',
  new_password2: 'accounts.repeatPassword',
};

/** The alert says what is wrong; the field says what to do about it. */
const REMEDIES: Readonly<
  Record<string, 'accounts.repeatPassword' | 'accounts.useLonger' | 'accounts.useOtherEmail'>
> = {
  'Passwords do not match.': 'accounts.repeatPassword',
  'Password must be at least 8 characters long.': 'accounts.useLonger',
  'An account with this e-mail exists already.': 'accounts.useOtherEmail',
};
