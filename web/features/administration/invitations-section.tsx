import { Alert, Anchor, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '#contract/administration.ts';
import { request } from '#web/api-client/request.ts';
import { settings } from '#web/api-client/settings.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { Link } from '#web/ui/link.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { sectionPath } from './administration-paths.ts';
import { A_PAGE, INVITATIONS, useInvitations, useRegistration } from './administration.queries.ts';
import classes from './administration.module.css';
import { DataTable, Pager, type Column } from './data-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { SectionFrame, WhenLoaded } from './section-frame.tsx';

const INVITE_BUTTON = 'invite';
const revokeId = (id: string): string => `revoke-${id}`;

/** `/admin/invitations`: links with which people register. */
export function InvitationsSection() {
  const { t } = useTranslation();
  const query = useInvitations();
  const queryClient = useQueryClient();
  const registration = useRegistration();
  const focus = useFocusRequest();
  const [isInviting, setIsInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation>();
  const whoOf = ({ email }: Invitation): string => email ?? t('administration.invitations.anyone');
  const close = (focused: string): void => {
    setIsInviting(false);
    setRevoked(undefined);
    focus(focused);
  };
  return (
    <SectionFrame
      section="invitations"
      help={t('administration.invitations.help')}
      action={
        settings.localAccounts && (
          <Button
            id={INVITE_BUTTON}
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setIsInviting(true)}
          >
            {t('administration.invitations.invite')}
          </Button>
        )
      }
    >
      {!settings.localAccounts && (
        <Alert color="gray" mb="md">
          {t('administration.registration.onlyProvider')}
        </Alert>
      )}
      {settings.localAccounts && registration.data?.mode === 'closed' && (
        <Alert color="red" mb="md">
          {t('administration.invitations.closed')}{' '}
          <Anchor component={Link} to={sectionPath('registration')} inherit>
            {t('administration.invitations.changeRegistration')}
          </Anchor>
        </Alert>
      )}
      <WhenLoaded query={query}>
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState drawing={<BlankLessonDrawing />} text={t('administration.invitations.none')} />
          ) : (
            <InvitationTable
              invitations={invitations}
              now={query.dataUpdatedAt}
              whoOf={whoOf}
              onRevoke={setRevoked}
            />
          )
        }
      </WhenLoaded>
      {isInviting && <InviteDialog onClose={() => close(INVITE_BUTTON)} />}
      {revoked !== undefined && (
        <OwnPasswordDialog
          title={t('administration.invitations.revokeTitle')}
          text={t('administration.invitations.revokeText', { who: whoOf(revoked) })}
          submitLabel={t('administration.invitations.revoke')}
          call={(password) =>
            request('DELETE', `/api/admin/invitations/${revoked.id}/`, { body: { password } })
          }
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: INVITATIONS });
            showToast('success', t('administration.invitations.revoked'));
            close(INVITE_BUTTON);
          }}
          onClose={() => close(revokeId(revoked.id))}
        />
      )}
    </SectionFrame>
  );
}

function InvitationTable({
  invitations,
  now,
  whoOf,
  onRevoke,
}: {
  invitations: readonly Invitation[];
  /** When they were fetched, in milliseconds. */
  now: number;
  whoOf: (invitation: Invitation) => string;
  onRevoke: (invitation: Invitation) => void;
}) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const count = Math.ceil(invitations.length / A_PAGE);
  const shown = Math.min(page, count);
  const time = (instant: string): string => formatDateTime(instant, i18n.language);
  const isOpen = ({ used_at: used, expires_at: expires }: Invitation): boolean =>
    used === null && Date.parse(expires) > now;
  const columns: Column<Invitation>[] = [
    {
      header: t('administration.invitations.for'),
      kind: 'main',
      render: (invitation) => <bdi className={classes.main}>{whoOf(invitation)}</bdi>,
    },
    {
      header: t('administration.invitations.created'),
      kind: 'short',
      render: ({ created_at: created }) => time(created),
    },
    {
      header: t('administration.invitations.state'),
      kind: 'short',
      render: (invitation) => {
        const { used_at: used, expires_at: expires } = invitation;
        if (used !== null) return t('administration.invitations.used', { time: time(used) });
        const label = isOpen(invitation) ? 'valid' : 'expired';
        return t(`administration.invitations.${label}`, { time: time(expires) });
      },
    },
    {
      header: t('administration.actionsColumn'),
      kind: 'actions',
      render: (invitation) =>
        isOpen(invitation) ? (
          <Button
            id={revokeId(invitation.id)}
            variant="default"
            size="xs"
            aria-label={t('administration.invitations.revokeOf', { who: whoOf(invitation) })}
            onClick={() => onRevoke(invitation)}
          >
            {t('administration.invitations.revoke')}
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <DataTable
        label={t('administration.sections.invitations')}
        columns={columns}
        rows={invitations.slice((shown - 1) * A_PAGE, shown * A_PAGE)}
      />
      <Pager page={shown} count={count} onChange={setPage} />
    </>
  );
}
