import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#web/api-client/request.ts';
import { Failure } from '#web/ui/failure.tsx';
import classes from './accounts.module.css';
import { EmailField } from './email-field.tsx';
import { RequestNote } from './request-note.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Asks for the link with which a registration begins. What it says then is the same for every address. */
export function RequestRegistrationForm({
  invitation,
  domains,
}: {
  /** The token of an invitation. */
  invitation: string | undefined;
  /** Of the email addresses that may register; empty: every one. */
  domains: readonly string[];
}) {
  const { t } = useTranslation();
  const [sentTo, setSentTo] = useState<string>();
  const { onSubmit, isWorking, alert, error, errorOf } = useAccountForm({
    loadSchema: async () => (await import('#contract/accounts.ts')).registrationLinkRequest,
    fallback: t('access.registerLinkFailed'),
    send: async ({ email }) => {
      const body = { email, ...(invitation === undefined ? {} : { invitation }) };
      await request('POST', '/api/auth/registration/link/', { body });
      setSentTo(email);
    },
  });
  if (sentTo !== undefined) {
    return (
      <RequestNote isMailed onAgain={() => setSentTo(undefined)}>
        {t('access.registerLinkSent', { email: sentTo })}
      </RequestNote>
    );
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      {alert !== undefined && <Failure message={alert} error={error} />}
      {invitation !== undefined && (
        <Alert color="gray" variant="light" mb="md">
          {t('access.invited')}
        </Alert>
      )}
      <fieldset className={classes.fields}>
        <EmailField
          description={
            domains.length === 0 ? undefined : t('access.onlyDomains', { domains: domains.join(', ') })
          }
          error={errorOf('email')}
        />
        <Button type="submit" size="md" mt={4} aria-disabled={isWorking}>
          {isWorking ? t('access.requesting') : t('access.requestLink')}
        </Button>
      </fieldset>
    </form>
  );
}
