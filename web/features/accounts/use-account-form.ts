import type { TFunction } from 'i18next';
import { useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { wordStated } from '#web/ui/word-message.ts';
import { ApiError, stateAuthError, type Stated } from '#web/api-client/api-error.ts';
import { checkAccountForm, type FormProblems } from './check-account-form.ts';

interface AccountForm<Schema extends z.ZodType> {
  /** What the input must be. Called when the form is sent: until then the page does without the validation's code. */
  loadSchema: () => Promise<Schema>;
  /** What an alert says when no answer came. */
  fallback: Stated | string;
  send: (input: z.infer<Schema>) => Promise<void>;
}

/** A form of a few named fields that the browser keeps, so that password managers can fill them in. */
export function useAccountForm<Schema extends z.ZodType>({
  loadSchema,
  fallback,
  send,
}: AccountForm<Schema>) {
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
    isSending.current = true;
    try {
      const checked = checkAccountForm(await loadSchema(), readFields(form));
      if ('problems' in checked) {
        show(form, checked.problems);
        return;
      }
      setProblems(undefined);
      setIsWorking(true);
      await send(checked.input);
    } catch (thrown) {
      setError(thrown);
      const stated = typeof fallback === 'string' ? { text: fallback, coded: null } : fallback;
      show(form, { alert: stateAuthError(thrown, stated), fields: fieldsOf(thrown) });
    } finally {
      isSending.current = false;
      setIsWorking(false);
    }
  };

  return {
    onSubmit,
    isWorking,
    error,
    alert: problems === undefined ? undefined : wordStated(t, problems.alert),
    /** What stands at a field: a sentence, or only the mark when the alert says the same already. */
    errorOf: (name: string): string | boolean => describe(t, problems, name),
  };
}

/** What was typed into a form, by the names of its fields. */
export const readFields = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );

const fieldsOf = (error: unknown): Record<string, Stated> =>
  error instanceof ApiError
    ? Object.fromEntries(
        (error.problem.errors ?? []).map(({ field, message, message_coded: coded }) => [
          field,
          { text: message, coded },
        ]),
      )
    : {};

function describe(t: TFunction, problems: FormProblems | undefined, name: string): string | boolean {
  const stated = problems?.fields[name];
  if (problems === undefined || stated === undefined) return false;
  const code = stated.coded?.code ?? '';
  if (code === 'fill_in_all_fields') return t(MISSING[name] ?? 'accounts.fillIn');
  if (stated.text === problems.alert.text) return t(REMEDIES[code] ?? 'accounts.checkThis');
  return wordStated(t, stated);
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

/** The alert says what is wrong, the field what to do. */
const REMEDIES: Readonly<
  Record<string, 'accounts.repeatPassword' | 'accounts.useLonger' | 'accounts.useOtherEmail'>
> = {
  passwords_differ: 'accounts.repeatPassword',
  password_too_short: 'accounts.useLonger',
  account_exists: 'accounts.useOtherEmail',
};
