import { Button, Group, Loader, Stack, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactorEnabled, TwoFactorSetup } from '#contract/sign-in.ts';
import { request } from '#web/api-client/request.ts';
import { getSession, keepApiKey, setTwoFactorSetupRequired } from '#web/api-client/session.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { saveFile } from '#web/ui/save-response.ts';
import classes from './account.module.css';
import { TWO_FACTOR } from './account.queries.ts';
import { CodeField } from './sign-in-fields.tsx';
import { StepForm } from './step-form.tsx';

const FILE_NAME = 'lectern-recovery-codes.txt';

/** Password, and a code if the account already has a second factor. */
export interface Proof {
  readonly password: string;
  readonly code?: string;
}

const QrCode = lazy(async () => ({ default: (await import('#web/ui/qr-code.tsx')).QrCode }));

/** The key in groups of four, which are easier to type. */
const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/gu, '$1 ');

/** Password, QR code, first code, recovery codes: the steps to a second factor, or to another phone. */
export function TwoFactorSetUp({
  isOn,
  onDone,
  onCancel,
}: {
  /** Whether an existing second factor is being replaced. */
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
        send={async (proof) =>
          setSetup(await request<TwoFactorSetup>('POST', `${TWO_FACTOR}setup/`, { body: proof }))
        }
        onCancel={onCancel}
      />
    );
  }
  return (
    <div className={classes.step}>
      <StepHeading>{t('signIn.scanTitle')}</StepHeading>
      <p>{t('signIn.scanText')}</p>
      <Group gap={20} align="start">
        <Suspense fallback={<Loader />}>
          <QrCode text={setup.uri} label={t('signIn.qrLabel')} />
        </Suspense>
        <Stack gap="xs" flex="1 1 200px">
          <p>{t('signIn.manual')}</p>
          <code className={classes.secret}>{spaced(setup.secret)}</code>
          <Group gap="8px 12px">
            <CopyButton text={setup.secret} label={t('signIn.copyKey')} />
          </Group>
        </Stack>
      </Group>
      <p>
        {t('signIn.firstCode')} {t('signIn.othersEnd')}
      </p>
      <StepForm
        fields={({ code }) => <CodeField kind="app" error={code} />}
        missing={{ code: t('signIn.enterCode') }}
        submit={t('signIn.confirm')}
        send={async ({ code }) => {
          const body = { code };
          const enabled = await request<TwoFactorEnabled>('POST', `${TWO_FACTOR}confirm/`, { body });
          keepApiKey(enabled.api_key);
          setTwoFactorSetupRequired(false);
          setCodes(enabled.recovery_codes);
        }}
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

/** Asks for the password and, if there is a second factor, a code before a protected action. */
export function ProofForm({
  title,
  text,
  submit,
  isDangerous = false,
  needsCode,
  send,
  onCancel,
}: {
  title: string;
  text: string;
  submit: string;
  isDangerous?: boolean;
  needsCode: boolean;
  send: (proof: Proof) => Promise<void>;
  onCancel?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.step}>
      <StepHeading>{title}</StepHeading>
      <p>{text}</p>
      <StepForm
        fields={({ password, code }) => (
          <>
            <PasswordField
              name="password"
              label={t('signIn.password')}
              autoComplete="current-password"
              error={password}
            />
            {needsCode && <CodeField kind="either" error={code} />}
          </>
        )}
        missing={{
          password: t('signIn.enterPassword'),
          ...(needsCode ? { code: t('signIn.enterCode') } : {}),
        }}
        submit={submit}
        color={isDangerous ? 'red' : 'lapis'}
        send={({ password = '', code }) => send(needsCode ? { password, code: code ?? '' } : { password })}
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

/** Shows the codes, only this once, with ways to save them. */
export function RecoveryCodeList({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  const email = getSession().user?.email ?? '';
  const text = `${t('signIn.fileHead', { email })}\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.step}>
      <StepHeading>{t('signIn.codesTitle')}</StepHeading>
      <p>{t('signIn.codesText')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="8px 12px">
        <CopyButton text={text} label={t('signIn.copy')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), FILE_NAME)}
        >
          {t('signIn.download')}
        </Button>
      </Group>
      <Button onClick={onSaved} style={{ alignSelf: 'start' }}>
        {t('signIn.saved')}
      </Button>
    </div>
  );
}

/** Copies a text and confirms it in its own label, because this page may have no notifications. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      // A browser refuses it, or has no clipboard on a page without TLS.
      setResult('refused');
    }
  };
  const Icon = result === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      <span role="status">
        {result === 'copied' && t('signIn.copied')}
        {result === 'refused' && t('signIn.notCopiedHelp')}
      </span>
    </>
  );
}

/** Takes the focus when its step appears, so that screen readers announce it. */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Title order={3} size="h4" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
