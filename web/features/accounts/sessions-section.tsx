import { Button, Skeleton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountSession } from '#contract/accounts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import classes from './account.module.css';
import { useEndSessions, useSessions } from './account.queries.ts';
import { PasswordDialog } from './password-dialog.tsx';

const HEADING = 'sessions-heading';
const END_OTHERS = 'end-other-sessions';
const endIdOf = (id: string): string => `end-session-${id}`;

/** Where the owner is signed in; each session but the one in use can be ended, and all of them at once. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { data: sessions, error, refetch, isFetching } = useSessions();
  const [ending, setEnding] = useState<AccountSession | 'others'>();
  const focus = useFocusRequest();
  const others = sessions?.filter(({ current }) => !current) ?? [];
  const close = (wanted: string): void => {
    setEnding(undefined);
    focus(wanted);
  };
  return (
    <SettingsSection id={HEADING} title={t('account.sessions')} text={t('account.sessionsText')}>
      {sessions === undefined && error === null && (
        <div role="status" aria-busy="true" aria-label={t('account.loading')}>
          <Skeleton h={72} />
        </div>
      )}
      {sessions === undefined && error !== null && (
        <Failure
          message={t('account.sessionsFailed')}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {sessions !== undefined && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={setEnding} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <div>
          <Button
            id={END_OTHERS}
            variant="default"
            onClick={() => {
              setEnding('others');
            }}
          >
            {t('account.endOthers')}
          </Button>
        </div>
      )}
      {ending !== undefined && (
        <EndDialog
          ending={ending}
          count={others.length}
          onDone={() => {
            close(HEADING);
          }}
          onClose={() => {
            close(ending === 'others' ? END_OTHERS : endIdOf(ending.id));
          }}
        />
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
          onClick={() => {
            onEnd(session);
          }}
        >
          {t('account.endSession')}
        </Button>
      )}
    </li>
  );
}

function EndDialog({
  ending,
  count,
  onDone,
  onClose,
}: {
  ending: AccountSession | 'others';
  count: number;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const isOthers = ending === 'others';
  const end = useEndSessions(isOthers ? undefined : ending.id);
  return (
    <PasswordDialog
      title={isOthers ? t('account.endOthers') : t('account.endSessionTitle')}
      confirmLabel={isOthers ? t('account.endOthersConfirm', { count }) : t('account.endSession')}
      failure={t('account.endFailed')}
      confirmation={end}
      onDone={onDone}
      onClose={onClose}
    >
      <span>
        {isOthers
          ? t('account.endOthersText')
          : t('account.endSessionText', { device: nameDevice(t, ending.device) })}
      </span>
    </PasswordDialog>
  );
}

/** The server's "Firefox on Linux" in the reader's language. */
function nameDevice(t: TFunction, device: string): string {
  if (device === 'Unknown device') return t('account.unknownDevice');
  const [browser, system] = device.split(' on ');
  return system === undefined ? device : t('account.browserOn', { browser, system });
}
