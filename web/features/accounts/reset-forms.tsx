import { Anchor, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PasswordResetAnswer, PasswordResetDone } from '#contract/accounts.ts';
import { request } from '#web/api-client/request.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { AccountForm, isAboutField } from './account-form.tsx';
import { RequestNote } from './account-frame.tsx';
import classes from './account.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { EmailField } from './sign-in-fields.tsx';

async function loadSchema() {
  const { email, passwordResetRequest } = await import('#contract/accounts.ts');
  return passwordResetRequest.extend({ email });
}

export function RequestResetForm() {
  const { t } = useTranslation();
  const [delivery, setDelivery] = useState<PasswordResetAnswer['delivery']>();
  if (delivery !== undefined) {
    return (
      <RequestNote isMailed={delivery === 'email'} onAgain={() => setDelivery(undefined)}>
        {delivery === 'email' ? t('access.requestedText') : t('access.resetByAdministrator')}
      </RequestNote>
    );
  }
  return (
    <AccountForm
      loadSchema={loadSchema}
      fallback={t('access.requestFailed')}
      send={async (body) =>
        setDelivery(
          (await request<PasswordResetAnswer>('POST', '/api/password-reset/request/', { body })).delivery,
        )
      }
      submit={t('access.requestLink')}
      working={t('access.requesting')}
    >
      {(errorOf) => <EmailField error={errorOf('email')} />}
    </AccountForm>
  );
}

export function SetPasswordForm({
  token,
  onDone,
}: {
  token: string;
  onDone: (done: PasswordResetDone) => void;
}) {
  const { t } = useTranslation();
  const [keeps, setKeeps] = useState(false);
  return (
    <AccountForm
      loadSchema={async () => (await import('#contract/accounts.ts')).passwordResetConfirmation}
      fallback={t('access.setFailed')}
      send={async (input) => {
        const body = { ...input, keep_api_keys: keeps };
        onDone(await request<PasswordResetDone>('POST', '/api/password-reset/confirm/', { body }));
      }}
      submit={t('access.setPassword')}
      working={t('access.setting')}
      note={(error) =>
        isAboutField(error, 'token') && (
          <p className={classes.aside}>
            <Anchor component={Link} to={paths.resetPassword} underline="always">
              {t('access.anotherLink')}
            </Anchor>
          </p>
        )
      }
    >
      {(errorOf) => (
        <>
          <input type="hidden" name="token" value={token} />
          <NewPasswordFields
            label={t('access.newPassword')}
            repeatLabel={t('access.repeatNewPassword')}
            errorOf={errorOf}
          />
          <Checkbox
            label={t('access.keepKeys')}
            description={t('access.keepKeysHelp')}
            checked={keeps}
            onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
          />
        </>
      )}
    </AccountForm>
  );
}
