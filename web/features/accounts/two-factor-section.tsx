import { Badge, Button, Group, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecoveryCodes, TwoFactorState } from '#contract/sign-in.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { formatDate } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { TWO_FACTOR, useTwoFactorState } from './account.queries.ts';
import classes from './account.module.css';
import { ProofForm, RecoveryCodeList, TwoFactorSetUp } from './two-factor-set-up.tsx';

const HEADING_ID = 'two-factor-title';
const FEW_CODES = 3;

type View = 'state' | 'set-up' | 'new-codes' | 'turn-off' | { readonly codes: readonly string[] };

/** Two-factor authentication on the account page: its state, and everything that can be done about it. */
export function TwoFactorSection() {
  const { t } = useTranslation();
  const query = useTwoFactorState();
  const queryClient = useQueryClient();
  const [view, setView] = useState<View>('state');
  const back = (): void => {
    setView('state');
    void queryClient.invalidateQueries({ queryKey: queryKeys.twoFactor });
    document.getElementById(HEADING_ID)?.focus();
  };
  return (
    <SettingsSection id={HEADING_ID} title={t('signIn.sectionTitle')} text={t('signIn.sectionText')}>
      <div className={classes.section}>
        {(view === 'state' || view === 'set-up') && (
          <WhenLoaded
            query={query}
            failure={t('signIn.loadFailed')}
            loading={<Loader role="status" aria-label={t('signIn.loading')} />}
          >
            {(state) =>
              view === 'state' ? (
                <CurrentState state={state} show={setView} />
              ) : (
                <TwoFactorSetUp isOn={state.enabled} onDone={back} onCancel={back} />
              )
            }
          </WhenLoaded>
        )}
        {view === 'new-codes' && (
          <ProofForm
            title={t('signIn.newCodes')}
            text={`${t('signIn.newCodesText')} ${t('signIn.stepBoth')}`}
            submit={t('signIn.newCodes')}
            needsCode
            send={async (body) => {
              const path = `${TWO_FACTOR}recovery-codes/`;
              const { recovery_codes: codes } = await request<RecoveryCodes>('POST', path, { body });
              setView({ codes });
            }}
            onCancel={back}
          />
        )}
        {view === 'turn-off' && (
          <ProofForm
            title={t('signIn.turnOff')}
            text={`${t('signIn.turnOffText')} ${t('signIn.stepBoth')}`}
            submit={t('signIn.turnOff')}
            isDangerous
            needsCode
            send={async (body) => {
              await request('DELETE', TWO_FACTOR, { body });
              back();
            }}
            onCancel={back}
          />
        )}
        {typeof view === 'object' && <RecoveryCodeList codes={view.codes} onSaved={back} />}
      </div>
    </SettingsSection>
  );
}

function CurrentState({ state, show }: { state: TwoFactorState; show: (view: View) => void }) {
  const { t, i18n } = useTranslation();
  if (!state.has_password) {
    return <p>{t('signIn.byProvider', { name: state.sign_in_provider ?? t('signIn.byInstitution') })}</p>;
  }
  const isOnSince = state.enabled_at;
  return (
    <>
      <Group gap="8px 12px">
        <Badge color={state.enabled ? 'green' : 'gray'} variant="light" size="lg" tt="none">
          {isOnSince === null
            ? t('signIn.off')
            : t('signIn.onSince', { date: formatDate(isOnSince, i18n.language) })}
        </Badge>
        {state.required && <span>{t('signIn.required')}</span>}
      </Group>
      {state.enabled && (
        <p>
          {t('signIn.codesLeft', { count: state.recovery_codes_left })}.{' '}
          {state.recovery_codes_left <= FEW_CODES && t('signIn.fewCodes')}
        </p>
      )}
      <Group gap="8px 12px">
        {!state.enabled && <Button onClick={() => show('set-up')}>{t('signIn.setUp')}</Button>}
        {state.enabled && (
          <>
            <Button variant="default" onClick={() => show('new-codes')}>
              {t('signIn.newCodes')}
            </Button>
            <Button variant="default" onClick={() => show('set-up')}>
              {t('signIn.move')}
            </Button>
            {!state.required && (
              <Button variant="default" c="red" onClick={() => show('turn-off')}>
                {t('signIn.turnOff')}
              </Button>
            )}
          </>
        )}
      </Group>
    </>
  );
}
