import { Button, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactorSetup } from '#contract/sign-in.ts';
import { CodeField } from '../code-field.tsx';
import { StepForm } from '../step-form.tsx';
import { CopyButton } from './copy-button.tsx';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodeList } from './recovery-codes.tsx';
import { StepHeading } from './step-heading.tsx';
import { beginTwoFactor, confirmTwoFactor } from './two-factor.queries.ts';
import classes from './two-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

/** The key in groups of four, which are easier to type. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/gu, '$1 ');

/** Password, QR code, first code, recovery codes: the steps to a second factor, or to another phone. */
export function TwoFactorSetUp({
  isOn,
  onDone,
  onCancel,
}: {
  /** There is a second factor, which is replaced. */
  isOn: boolean;
  onDone: () => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation();
  const [setup, setSetup] = useState<TwoFactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodeList codes={codes} onSaved={onDone} />;
  if (setup === undefined) {
    return (
      <ProofForm
        title={isOn ? t('signIn.move') : t('signIn.setUp')}
        text={isOn ? t('signIn.stepBoth') : t('signIn.stepPassword')}
        submit={t('signIn.continue')}
        needsCode={isOn}
        send={async (proof) => setSetup(await beginTwoFactor(proof))}
        onCancel={onCancel}
      />
    );
  }
  return (
    <div className={classes.step}>
      <StepHeading>{t('signIn.scanTitle')}</StepHeading>
      <p>{t('signIn.scanText')}</p>
      <div className={classes.scan}>
        <Suspense fallback={<Loader />}>
          <QrCode text={setup.uri} label={t('signIn.qrLabel')} />
        </Suspense>
        <div className={classes.manual}>
          <p>{t('signIn.manual')}</p>
          <code className={classes.secret}>{spaced(setup.secret)}</code>
          <div className={classes.actions}>
            <CopyButton text={setup.secret} label={t('signIn.copyKey')} />
          </div>
        </div>
      </div>
      <p>
        {t('signIn.firstCode')} {t('signIn.othersEnd')}
      </p>
      <StepForm
        fields={({ code }) => <CodeField kind="app" error={code} />}
        missing={{ code: t('signIn.enterCode') }}
        submit={t('signIn.confirm')}
        send={async ({ code = '' }) => setCodes(await confirmTwoFactor(code))}
        extra={
          onCancel !== undefined && (
            <Button variant="subtle" color="gray" onClick={onCancel}>
              {t('signIn.cancel')}
            </Button>
          )
        }
      />
    </div>
  );
}
