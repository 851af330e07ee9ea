import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountSession } from '#contract/accounts.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import list from '#web/ui/list.module.css';
import { PasswordDialog } from '#web/ui/password-dialog.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './account.module.css';
import { endAccess, SESSIONS, useSessions } from './account.queries.ts';

const HEADING = 'sessions-heading';
const END_OTHERS = 'end-other-sessions';
const endIdOf = (id: string): string => `end-session-${id}`;

/** Where the owner is signed in; each session but the one in use can be ended, and all of them at once. */
export function SessionsSection() {
  const { t } = useTranslation();
  const sessions = useSessions();
  const queryClient = useQueryClient();
  const [ending, setEnding] = useState<AccountSession | 'others'>();
  const focus = useFocusRequest();
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  const isOthers = ending === 'others';
  const close = (focused: string): void => {
    setEnding(undefined);
    focus(focused);
  };
  return (
    <SettingsSection id={HEADING} title={t('account.sessions')} text={t('account.sessionsText')}>
      <WhenLoaded
        query={sessions}
        failure={t('account.sessionsFailed')}
        loading={<Skeletons label={t('account.loading')} heights={[72]} />}
      >
        {(all) => (
          <ul className={list.list}>
            {all.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={setEnding} />
            ))}
          </ul>
        )}
      </WhenLoaded>
      {others.length > 1 && (
        <div>
          <Button id={END_OTHERS} variant="default" onClick={() => setEnding('others')}>
            {t('account.endOthers')}
          </Button>
        </div>
      )}
      {ending !== undefined && (
        <PasswordDialog
          title={isOthers ? t('account.endOthers') : t('account.endSessionTitle')}
          submitLabel={
            isOthers ? t('account.endOthersConfirm', { count: others.length }) : t('account.endSession')
          }
          failure={t('account.endFailed')}
          call={(password) => endAccess(isOthers ? SESSIONS : `${SESSIONS}${ending.id}/`, password)}
          onDone={() => {
            void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
            close(HEADING);
          }}
          onClose={() => close(isOthers ? END_OTHERS : endIdOf(ending.id))}
        >
          <span>
            {isOthers
              ? t('account.endOthersText')
              : t('account.endSessionText', { device: nameDevice(t, ending.device) })}
          </span>
        </PasswordDialog>
      )}
    </SettingsSection>
  );
}

function SessionRow({
  session,
  onEnd,
}: {
  session: AccountSession;
  onEnd: (session: AccountSession) => void;
}) {
  const { t, i18n } = useTranslation();
  const { id, device, network, current, created_at: createdAt, last_used_at: lastUsedAt } = session;
  const name = nameDevice(t, device);
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>
          <span>{name}</span>
          {current && <span className={classes.here}>{t('account.thisSession')}</span>}
        </div>
        <ul className={classes.facts}>
          <li>{network ?? t('account.unknownNetwork')}</li>
          <li>{t('account.lastUsed', { date: formatDateTime(lastUsedAt, i18n.language) })}</li>
          <li>{t('account.signedInOn', { date: formatDate(createdAt, i18n.language) })}</li>
        </ul>
      </div>
      {!current && (
        <Button
          id={endIdOf(id)}
          variant="default"
          size="xs"
          aria-label={t('account.endSessionOn', { device: name, network: network ?? '' })}
          onClick={() => onEnd(session)}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}

/** The server's "Firefox on Linux" in the reader's language. */
function nameDevice(t: TFunction, device: string): string {
  if (device === 'Unknown device') return t('account.unknownDevice');
  const [browser, system] = device.split(' on ');
  return system === undefined ? device : t('account.browserOn', { browser, system });
}
