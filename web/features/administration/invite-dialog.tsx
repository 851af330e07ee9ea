import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationRequest, type NewInvitation } from '#contract/administration.ts';
import { request } from '#web/api-client/request.ts';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { wordFieldText } from '#web/ui/word-message.ts';
import { INVITATIONS } from './administration.queries.ts';
import { OneTimeLink } from './one-time-link.tsx';

const DEFAULT_DAYS = 7;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [{ email, days }, setTyped, settle] = useTyped<{ email: string; days: number | string }>(
    'invitation',
    { email: '', days: DEFAULT_DAYS },
  );
  const queryClient = useQueryClient();
  const [link, setLink] = useState<NewInvitation>();
  const isDirty = link === undefined && (email !== '' || days !== DEFAULT_DAYS);
  const address = email.trim();
  const check = () => {
    const { email: emailField, days: daysField } = invitationRequest.shape;
    const given = emailField.safeParse(address === '' ? undefined : address);
    return {
      email: given.success ? undefined : wordFieldText(t, given.error.issues[0]?.message ?? ''),
      days: daysField.safeParse(days).success ? undefined : t('administration.invitations.daysInvalid'),
    };
  };
  return (
    <PasswordDialog
      title={t('administration.invitations.inviteTitle')}
      submitLabel={t('administration.invitations.create')}
      color="lapis"
      passwordHelp={t('administration.yourPasswordHelp')}
      failure={t('administration.notChanged')}
      isDirty={isDirty}
      check={check}
      call={(password) =>
        request<NewInvitation>('POST', '/api/admin/invitations/', {
          body: { ...(address === '' ? {} : { email: address }), days: Number(days), password },
        })
      }
      result={
        link && (
          <OneTimeLink
            text={
              link.email === null
                ? t('administration.invitations.ready')
                : t('administration.invitations.readyFor', { email: link.email })
            }
            link={link}
            onDone={onClose}
          />
        )
      }
      onDone={(made) => {
        settle();
        setLink(made);
        void queryClient.invalidateQueries({ queryKey: INVITATIONS });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            name="email"
            label={t('administration.invitations.email')}
            description={t('administration.invitations.emailHelp')}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            value={email}
            error={errorOf('email')}
            onChange={({ currentTarget }) => setTyped({ email: currentTarget.value, days })}
          />
          <NumberInput
            name="days"
            label={t('administration.invitations.days')}
            allowDecimal={false}
            allowNegative={false}
            value={days}
            error={errorOf('days')}
            onChange={(value) => setTyped({ email, days: value })}
          />
        </>
      )}
    </PasswordDialog>
  );
}
