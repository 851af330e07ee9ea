import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiError, stateAuthError, type Stated } from '#web/api-client/api-error.ts';
import { Failure } from '#web/ui/failure.tsx';
import { focusField, readFields } from '#web/ui/form-fields.ts';
import { wordStated } from '#web/ui/word-message.ts';
import classes from './account.module.css';
import { problemsOf, type Problems } from './check-account-form.ts';

/** The error of a field: a sentence, or only its red outline if the alert already says the same. */
type ErrorOf = (name: string) => string | boolean;

/** A form that reads its few named fields when it is sent, so that password managers can fill them in. */
export function AccountForm<Schema extends z.ZodType>({
  loadSchema,
  fallback,
  send,
  submit,
  working,
  isDisabled = false,
  done,
  note,
  children,
}: {
  /** Loads the schema of the input when the form is sent, so that the page loads without the validation code. */
  loadSchema: () => Promise<Schema>;
  /** The text of the alert if no answer arrived. */
  fallback: Stated | string;
  send: (input: z.infer<Schema>, form: HTMLFormElement) => Promise<void>;
  submit: string;
  /** The label of the button while the form is being sent. */
  working: string;
  isDisabled?: boolean;
  /** On a settings page: the confirmation next to the button; null before there is one. */
  done?: string | null;
  /** Rendered above the fields. Receives the error of the last attempt. */
  note?: (error: unknown) => ReactNode;
  children: (errorOf: ErrorOf) => ReactNode;
}) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<Problems>();
  const [error, setError] = useState<unknown>();
  const [isWorking, setIsWorking] = useState(false);
  // A second Enter may arrive before React renders the button as busy.
  const isSending = useRef(false);

  const show = (form: HTMLFormElement, found: Problems): void => {
    setProblems(found);
    focusField(form, Object.keys(found.fields));
  };
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isSending.current) return;
    setError(undefined);
    isSending.current = true;
    try {
      const checked = (await loadSchema()).safeParse(readFields(form));
      if (!checked.success) {
        show(form, problemsOf(checked.error));
        return;
      }
      setProblems(undefined);
      setIsWorking(true);
      await send(checked.data, form);
    } catch (thrown) {
      setError(thrown);
      const stated = typeof fallback === 'string' ? { text: fallback, coded: null } : fallback;
      show(form, { alert: stateAuthError(thrown, stated), fields: fieldsOf(thrown) });
    } finally {
      isSending.current = false;
      setIsWorking(false);
    }
  };
  const errorOf: ErrorOf = (name) => {
    const stated = problems?.fields[name];
    if (problems === undefined || stated === undefined) return false;
    const code = stated.coded?.code ?? '';
    if (code === 'fill_in_all_fields') return t(MISSING[name] ?? 'accounts.fillIn');
    if (stated.text === problems.alert.text) return t(REMEDIES[code] ?? 'accounts.checkThis');
    return wordStated(t, stated);
  };
  const button = (
    <Button type="submit" size="md" mt={done === undefined ? 4 : 0} aria-disabled={isWorking}>
      {isWorking ? working : submit}
    </Button>
  );
  return (
    <form className={classes.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      {problems !== undefined && <Failure message={wordStated(t, problems.alert)} error={error} />}
      {note?.(error)}
      <fieldset className={classes.fields} disabled={isDisabled}>
        {children(errorOf)}
        {done === undefined ? (
          button
        ) : (
          <Group gap="12px 16px">
            {button}
            <DoneNote text={isWorking || problems !== undefined ? null : done} />
          </Group>
        )}
      </fieldset>
    </form>
  );
}

/** A short confirmation next to the button. The element stays, so that screen readers announce what appears in it. */
export const DoneNote = ({ text }: { text: string | null }) => (
  <p role="status" className={classes.done}>
    {text !== null && (
      <>
        <IconCheck size={18} aria-hidden />
        {text}
      </>
    )}
  </p>
);

/** Whether the server refused this field. */
export const isAboutField = (error: unknown, name: string): boolean =>
  error instanceof ApiError && error.problem.errors?.some(({ field }) => field === name) === true;

const fieldsOf = (error: unknown): Record<string, Stated> =>
  Object.fromEntries(
    (error instanceof ApiError ? (error.problem.errors ?? []) : []).map(
      ({ field, message, message_coded: coded }) => [field, { text: message, coded }],
    ),
  );

const MISSING: Readonly<
  Record<string, 'accounts.enterEmail' | 'common.enterPassword' | 'accounts.repeatPassword'>
> = {
  email: 'accounts.enterEmail',
  password: 'common.enterPassword',
  password2: 'accounts.repeatPassword',
  current_password: 'common.enterPassword',
  new_password: 'common.enterPassword',
  new_password2: 'accounts.repeatPassword',
};

/** The alert says what is wrong; the field says what to do. */
const REMEDIES: Readonly<
  Record<string, 'accounts.repeatPassword' | 'accounts.useLonger' | 'accounts.useOtherEmail'>
> = {
  passwords_differ: 'accounts.repeatPassword',
  password_too_short: 'accounts.useLonger',
  account_exists: 'accounts.useOtherEmail',
};
