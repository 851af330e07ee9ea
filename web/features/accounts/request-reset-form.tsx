import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasswordResetAnswer } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
import { RequestNote } from './request-note.tsx';
import { useAccountForm } from './use-account-form.ts';

async function loadSchema() {
  const { email, passwordResetRequest } = await import('#contract/accounts.ts');
  return passwordResetRequest.extend({ email });
}

/** Asks for a link that resets a password. What it says then is the same for every address. */
export function RequestResetForm() {
  const { t } = useTranslation();
  const [delivery, setDelivery] = useState<PasswordResetAnswer['delivery']>();
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema,
    fallback: t('access.requestFailed'),
    send: async (body) => {
      const answer = await request<PasswordResetAnswer>('POST', '/api/password-reset/request/', { body });
      setDelivery(answer.delivery);
    },
  });
  if (delivery !== undefined) {
    return (
      <RequestNote isMailed={delivery === 'email'} onAgain={() => setDelivery(undefined)}>
        {delivery === 'email' ? t('access.requestedText') : t('access.resetByAdministrator')}
      </RequestNote>
    );
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      <fieldset className={classes.fields}>
        <EmailField error={errorOf('email')} />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('access.requesting') : t('access.requestLink')}
        </Button>
      </fieldset>
    </form>
  );
}
