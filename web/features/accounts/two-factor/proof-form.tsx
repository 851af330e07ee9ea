import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../code-field.tsx';
import { PasswordField } from '../password-field.tsx';
import { StepForm } from '../step-form.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Proof } from './two-factor.queries.ts';
import classes from './two-factor.module.css';

/** Asks for the password, and for a code where there is a second factor, before something is done. */
export function ProofForm({
  title,
  text,
  submit,
  isDangerous = false,
  needsCode,
  send,
  onCancel,
}: {
  title: string;
  text: string;
  submit: string;
  isDangerous?: boolean;
  needsCode: boolean;
  send: (proof: Proof) => Promise<void>;
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.step}>
      <StepHeading>{title}</StepHeading>
      <p>{text}</p>
      <StepForm
        fields={({ password, code }) => (
          <>
            <PasswordField
              name="password"
              label={t('signIn.password')}
              autoComplete="current-password"
              error={password}
            />
            {needsCode && <CodeField kind="either" error={code} />}
          </>
        )}
        missing={{
          password: t('signIn.enterPassword'),
          ...(needsCode ? { code: t('signIn.enterCode') } : {}),
        }}
        submit={submit}
        {...(isDangerous ? { color: 'red' } : {})}
        send={({ password = '', code }) => send(needsCode ? { password, code: code ?? '' } : { password })}
        extra={
          onCancel !== undefined && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              {t('signIn.cancel')}
            </Button>
          )
        }
      />
    </div>
  );
}
