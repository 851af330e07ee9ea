import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settings } from '#web/api-client/settings.ts';
import { DialogForm, FormDialog } from './form-dialog.tsx';
import { describeFailure, focusField, readFields, type FieldTexts } from './form-fields.ts';
import { PasswordField } from './password-field.tsx';

/** Sent instead of a password where accounts have none. The server checks when the session started. */
const NO_PASSWORD = 'signed-in-with-the-provider';

/** Asks for the password before an action that ends access, deletes data or changes who has access. */
export function PasswordDialog<Result>({
  title,
  submitLabel,
  color = 'red',
  passwordHelp,
  failure,
  isDirty = false,
  check,
  call,
  result,
  onDone,
  onClose,
  children,
}: {
  title: string;
  submitLabel: string;
  color?: 'lapis' | 'red';
  passwordHelp?: string;
  /** The message if the server does not answer. */
  failure: string;
  isDirty?: boolean;
  /** Errors of the other fields, by name; undefined for a field without one. */
  check?: (typed: FieldTexts) => Record<string, string | undefined>;
  call: (password: string, typed: FieldTexts) => Promise<Result>;
  /** Replaces the form, and is shown only once. */
  result?: ReactNode;
  onDone: (result: Result) => void;
  onClose: () => void;
  /** What will happen, and further fields. */
  children: ReactNode | ((errorOf: (name: string) => string | undefined) => ReactNode);
}) {
  const { t } = useTranslation();
  const action = useMutation({
    mutationFn: ({ password, ...typed }: { password: string }) => call(password, typed),
    // Forget the password and anything that the server shows only once.
    gcTime: 0,
    onSuccess: onDone,
  });
  const [found, setFound] = useState<Record<string, string | undefined>>({});
  const { fields, alert } = describeFailure(t, action.error, {
    names: ['password', ...Object.keys(found)],
    fallback: failure,
  });
  const errorOf = (name: string): string | undefined => found[name] ?? fields[name];
  const onSubmit = (form: HTMLFormElement): void => {
    const typed = readFields(form);
    const { password = '' } = typed;
    const problems = {
      ...check?.(typed),
      password: password === '' ? t('common.enterPassword') : undefined,
    };
    setFound(problems);
    const wrong = Object.entries(problems).flatMap(([name, text]) => (text === undefined ? [] : [name]));
    focusField(form, wrong.length === 0 ? ['password'] : wrong);
    if (wrong.length === 0 && !action.isPending) action.mutate({ ...typed, password });
  };
  return (
    <FormDialog
      title={title}
      isDirty={isDirty}
      size="md"
      closeOnClickOutside={result === undefined}
      onClose={onClose}
    >
      {(requestClose) =>
        result ?? (
          <DialogForm
            submitLabel={submitLabel}
            color={color}
            isWorking={action.isPending}
            failure={alert}
            error={action.error}
            onSubmit={onSubmit}
            onCancel={requestClose}
          >
            {typeof children === 'function' ? children(errorOf) : children}
            {settings.localAccounts ? (
              <PasswordField
                name="password"
                label={t('dialogs.yourPassword')}
                description={passwordHelp}
                autoComplete="current-password"
                autoFocus={typeof children !== 'function'}
                error={errorOf('password')}
              />
            ) : (
              <RecentSignIn error={errorOf('password')} />
            )}
          </DialogForm>
        )
      }
    </FormDialog>
  );
}

/** Replaces the password field if people sign in only with the provider. */
function RecentSignIn({ error }: { error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <input type="hidden" name="password" value={NO_PASSWORD} />
      {error === undefined ? (
        <Text size="sm" c="dimmed">
          {t('dialogs.recentSignIn')}
        </Text>
      ) : (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </>
  );
}
