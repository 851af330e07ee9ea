import { Badge, Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactorState } from '#contract/sign-in.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatDate } from '#web/ui/format.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { ProofForm } from './two-factor/proof-form.tsx';
import { RecoveryCodeList } from './two-factor/recovery-codes.tsx';
import { TwoFactorSetUp } from './two-factor/two-factor-set-up.tsx';
import {
  renewRecoveryCodes,
  turnOffTwoFactor,
  useForgetTwoFactorState,
  useTwoFactorState,
} from './two-factor/two-factor.queries.ts';
import classes from './two-factor/two-factor.module.css';

const HEADING_ID = 'two-factor-title';
const FEW_CODES = 3;

type View = 'state' | 'set-up' | 'new-codes' | 'turn-off' | { readonly codes: readonly string[] };

/** Two-factor authentication on the account page: its state, and everything that can be done about it. */
export function TwoFactorSection() {
  const { t } = useTranslation();
  const { data: state, error, refetch, isFetching } = useTwoFactorState();
  const forgetState = useForgetTwoFactorState();
  const [view, setView] = useState<View>('state');
  const back = (): void => {
    setView('state');
    void forgetState();
    document.getElementById(HEADING_ID)?.focus();
  };
  return (
    <SettingsSection id={HEADING_ID} title={t('signIn.sectionTitle')} text={t('signIn.sectionText')}>
      <div className={classes.section}>
        {state === undefined && error === null && <Loader role="status" aria-label={t('signIn.loading')} />}
        {state === undefined && error !== null && (
          <Failure
            message={t('signIn.loadFailed')}
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {state !== undefined && view === 'state' && <CurrentState state={state} show={setView} />}
        {state !== undefined && view === 'set-up' && (
          <TwoFactorSetUp isOn={state.enabled} onDone={back} onCancel={back} />
        )}
        {view === 'new-codes' && (
          <ProofForm
            title={t('signIn.newCodes')}
            text={`${t('signIn.newCodesText')} ${t('signIn.stepBoth')}`}
            submit={t('signIn.newCodes')}
            needsCode
            send={async (proof) => setView({ codes: await renewRecoveryCodes(proof) })}
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
            send={async (proof) => {
              await turnOffTwoFactor(proof);
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
      <div className={classes.state}>
        <Badge color={state.enabled ? 'green' : 'gray'} variant="light" size="lg" tt="none">
          {isOnSince === null
            ? t('signIn.off')
            : t('signIn.onSince', { date: formatDate(isOnSince, i18n.language) })}
        </Badge>
        {state.required && <span>{t('signIn.required')}</span>}
      </div>
      {state.enabled && (
        <p>
          {t('signIn.codesLeft', { count: state.recovery_codes_left })}.{' '}
          {state.recovery_codes_left <= FEW_CODES && t('signIn.fewCodes')}
        </p>
      )}
      <div className={classes.actions}>
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
      </div>
    </>
  );
}
