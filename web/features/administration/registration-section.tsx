import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload } from 'react-router';
import { useBlocker } from '#web/ui/use-blocker.ts';
import {
  REGISTRATION_MODES,
  registrationSettings,
  type RegistrationSettings,
} from '#contract/administration.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { showUndoToast } from '#web/ui/show-undo-toast.tsx';
import { TWO_FACTOR_POLICIES, type TwoFactorSettings } from '#contract/sign-in.ts';
import {
  useChangeRegistration,
  useRegistration,
  useChangeTwoFactorSettings,
  useTwoFactorSettings,
} from './administration.queries.ts';
import classes from './administration.module.css';
import { explainFailure } from './explain-failure.ts';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

/** Whose password alone is not enough to sign in; a choice takes effect at once, and can be undone. */
function TwoFactorPolicyForm() {
  const query = useTwoFactorSettings();
  return <WhenLoaded query={query}>{(settings) => <Policies settings={settings} />}</WhenLoaded>;
}

function Policies({ settings }: { settings: TwoFactorSettings }) {
  const { t } = useTranslation();
  const change = useChangeTwoFactorSettings();
  const choose = (value: string): void => {
    const chosen = TWO_FACTOR_POLICIES.find((each) => each === value);
    if (chosen === undefined || chosen === settings.required_for) return;
    change.mutate(
      { required_for: chosen },
      {
        onSuccess: () =>
          showUndoToast(t('administration.factor.saved'), '', t('administration.undo'), () =>
            change.mutate(settings),
          ),
      },
    );
  };
  return (
    <section className={classes.form}>
      <Radio.Group
        label={t('administration.factor.title')}
        description={t('administration.factor.help')}
        value={settings.required_for}
        onChange={choose}
      >
        <Stack gap="md" mt="sm">
          {TWO_FACTOR_POLICIES.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={change.isPending}
              label={t(`administration.factor.${each}`)}
              description={t(`administration.factor.${each}Help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {change.isError && <Failure message={explainFailure(t, change.error)} error={change.error} />}
    </section>
  );
}

/** `/admin/registration`: who may create an account. */
export function RegistrationSection() {
  const { t } = useTranslation();
  const query = useRegistration();
  // Kept here so that the form, which is mounted again after a save, can show a failed undo.
  const change = useChangeRegistration();
  return (
    <SectionFrame section="registration" help={t('administration.registration.help')}>
      <WhenLoaded query={query}>
        {/* Made again from what was saved, or taken back. */}
        {(settings) => (
          <RegistrationForm key={JSON.stringify(settings)} settings={settings} change={change} />
        )}
      </WhenLoaded>
      <TwoFactorPolicyForm />
    </SectionFrame>
  );
}

const listLines = (text: string): string[] =>
  text
    .split(/[\s,;]+/u)
    .map((line) => line.replace(/^@/u, ''))
    .filter((line) => line !== '');

const isDomain = (line: string): boolean =>
  registrationSettings.shape.allowed_domains.safeParse([line]).success;

function RegistrationForm({
  settings,
  change,
}: {
  settings: RegistrationSettings;
  change: ReturnType<typeof useChangeRegistration>;
}) {
  const { t } = useTranslation();
  const saved = settings.allowed_domains.join('\n');
  const [{ mode, domains }, setTyped] = useTyped('registration', { mode: settings.mode, domains: saved });
  const [invalid, setInvalid] = useState<string>();
  const isDirty = mode !== settings.mode || listLines(domains).join('\n') !== saved;
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const lines = listLines(domains);
    const wrong = lines.find((line) => !isDomain(line));
    setInvalid(wrong);
    if (wrong !== undefined) return;
    // What else the settings hold stays.
    change.mutate(
      { ...settings, mode, allowed_domains: lines },
      {
        onSuccess: () =>
          showUndoToast(t('administration.registration.saved'), '', t('administration.undo'), () =>
            change.mutate(settings),
          ),
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <Radio.Group
        label={t('administration.registration.mode')}
        value={mode}
        onChange={(value) =>
          setTyped({ mode: REGISTRATION_MODES.find((each) => each === value) ?? mode, domains })
        }
      >
        <Stack gap="md" mt="sm">
          {REGISTRATION_MODES.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`administration.registration.${each}`)}
              description={t(`administration.registration.${each}Help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('administration.registration.domains')}
        description={t('administration.registration.domainsHelp')}
        autosize
        minRows={2}
        maxRows={12}
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={domains}
        error={
          invalid === undefined
            ? undefined
            : t('administration.registration.domainInvalid', { domain: invalid })
        }
        onChange={({ currentTarget }) => setTyped({ mode, domains: currentTarget.value })}
      />
      {change.isError && <Failure message={explainFailure(t, change.error)} error={change.error} />}
      <Group>
        <Button type="submit" disabled={!isDirty} loading={change.isPending}>
          {t('common.save')}
        </Button>
      </Group>
      <UnsavedGuard isDirty={isDirty} />
    </form>
  );
}

/** Asks before a form with changes is left. */
function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('administration.unsavedTitle')}
      text={t('administration.unsavedText')}
      confirmLabel={t('administration.leave')}
      isWorking={false}
      failure={undefined}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
