import { NumberInput, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { wordFieldText } from '#web/ui/word-message.ts';
import { invitationRequest } from '#contract/administration.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useInvite } from './administration.queries.ts';
import { FormActions } from './form-actions.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

const DEFAULT_DAYS = 7;

/** Creates a link with which one person registers. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [{ email, days }, setTyped, settle] = useTyped<{ email: string; days: number | string }>(
    'invitation',
    {
      email: '',
      days: DEFAULT_DAYS,
    },
  );
  const [errors, setErrors] = useState<{ email?: string | undefined; days?: string | undefined }>({});
  const [password, setPassword] = useState('');
  const invite = useInvite();
  const made = invite.data;
  const isDirty = made === undefined && (email !== '' || days !== DEFAULT_DAYS);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const address = email.trim();
    const { email: emailField, days: daysField } = invitationRequest.shape;
    const given = emailField.safeParse(address === '' ? undefined : address);
    const valid = daysField.safeParse(days);
    setErrors({
      email: given.success ? undefined : wordFieldText(t, given.error.issues[0]?.message ?? ''),
      days: valid.success ? undefined : t('administration.invitations.daysInvalid'),
    });
    if (!given.success || !valid.success || password === '') return;
    invite.mutate(
      { ...(address === '' ? {} : { email: address }), days: Number(days), password },
      { onSuccess: settle },
    );
  };
  return (
    <FormDialog
      title={t('administration.invitations.inviteTitle')}
      isDirty={isDirty}
      size="md"
      onClose={onClose}
    >
      {(requestClose) =>
        made === undefined ? (
          <form onSubmit={onSubmit} noValidate>
            <Stack gap="md">
              <TextInput
                label={t('administration.invitations.email')}
                description={t('administration.invitations.emailHelp')}
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                data-autofocus
                value={email}
                error={errors.email}
                onChange={({ currentTarget }) => setTyped({ email: currentTarget.value, days })}
              />
              <NumberInput
                label={t('administration.invitations.days')}
                allowDecimal={false}
                allowNegative={false}
                value={days}
                error={errors.days}
                onChange={(value) => setTyped({ email, days: value })}
              />
              <OwnPasswordField value={password} onChange={setPassword} />
              <FormActions
                submitLabel={t('administration.invitations.create')}
                isWorking={invite.isPending}
                error={invite.error}
                onCancel={requestClose}
              />
            </Stack>
          </form>
        ) : (
          <OneTimeLink
            text={
              made.email === null
                ? t('administration.invitations.ready')
                : t('administration.invitations.readyFor', { email: made.email })
            }
            url={made.url}
            expiresAt={made.expires_at}
            onDone={onClose}
          />
        )
      }
    </FormDialog>
  );
}
