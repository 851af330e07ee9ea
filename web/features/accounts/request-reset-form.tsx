import { Alert, Anchor, Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasswordResetAnswer } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
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
      <>
        <ResetNote delivery={delivery} />
        <p className={classes.aside}>
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => {
              setDelivery(undefined);
            }}
          >
            {t('access.requestAgain')}
          </Anchor>
        </p>
      </>
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

/** Where the link comes from. */
function ResetNote({ delivery }: { delivery: PasswordResetAnswer['delivery'] }) {
  const { t } = useTranslation();
  if (delivery === 'administrator') {
    return (
      <Alert role="status" color="gray" variant="light">
        {t('access.resetByAdministrator')}
      </Alert>
    );
  }
  return (
    <Alert
      role="status"
      color="gray"
      variant="light"
      icon={<IconMail aria-hidden />}
      title={t('access.requestedTitle')}
    >
      {t('access.requestedText')}
    </Alert>
  );
}
