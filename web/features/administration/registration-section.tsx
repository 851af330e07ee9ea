import { Alert, Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  REGISTRATION_MODES,
  registrationSettings,
  type AdministeredRegistration,
  type RegistrationSettings,
} from '#contract/administration.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { TWO_FACTOR_POLICIES, type TwoFactorPolicy, type TwoFactorSettings } from '#contract/sign-in.ts';
import {
  useChangeRegistration,
  useRegistration,
  useChangeTwoFactorSettings,
  useTwoFactorSettings,
} from './administration.queries.ts';
import classes from './administration.module.css';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

/** Whose password alone is not enough to sign in. */
function TwoFactorPolicyForm() {
  const query = useTwoFactorSettings();
  return <WhenLoaded query={query}>{(settings) => <Policies settings={settings} />}</WhenLoaded>;
}

const policyId = (policy: TwoFactorPolicy): string => `two-factor-${policy}`;

function Policies({ settings }: { settings: TwoFactorSettings }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<TwoFactorPolicy>();
  const focus = useFocusRequest();
  const choose = (value: string): void => {
    const found = TWO_FACTOR_POLICIES.find((each) => each === value);
    if (found !== settings.required_for) setChosen(found);
  };
  return (
    <section className={classes.form}>
      <Radio.Group
        label={t('administration.factor.title')}
        description={t('administration.factor.help')}
        value={chosen ?? settings.required_for}
        onChange={choose}
      >
        <Stack gap="md" mt="sm">
          {TWO_FACTOR_POLICIES.map((each) => (
            <Radio
              key={each}
              id={policyId(each)}
              value={each}
              label={t(`administration.factor.${each}`)}
              description={t(`administration.factor.${each}Help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen !== undefined && (
        <PolicyDialog
          policy={chosen}
          onDone={() => {
            showToast('success', t('administration.factor.saved'));
            setChosen(undefined);
            focus(policyId(chosen));
          }}
          onClose={() => {
            setChosen(undefined);
            focus(policyId(settings.required_for));
          }}
        />
      )}
    </section>
  );
}

function PolicyDialog({
  policy,
  onDone,
  onClose,
}: {
  policy: TwoFactorPolicy;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <OwnPasswordDialog
      title={t('administration.factor.confirmTitle')}
      text={t('administration.factor.confirmText', { who: t(`administration.factor.${policy}`) })}
      submitLabel={t('common.save')}
      isDangerous={false}
      action={useChangeTwoFactorSettings(policy)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

const SAVE = 'registration-save';

/** `/admin/registration`: who may create an account. */
export function RegistrationSection() {
  const { t } = useTranslation();
  const query = useRegistration();
  // Kept here, since the form is mounted again after a save.
  const [wanted, setWanted] = useState<RegistrationSettings>();
  const focus = useFocusRequest();
  return (
    <SectionFrame section="registration" help={t('administration.registration.help')}>
      <WhenLoaded query={query}>
        {/* Made again from what was saved. */}
        {(settings) => (
          <RegistrationForm key={JSON.stringify(settings)} settings={settings} onSubmit={setWanted} />
        )}
      </WhenLoaded>
      <TwoFactorPolicyForm />
      {wanted !== undefined && (
        <RegistrationDialog
          settings={wanted}
          onDone={() => {
            showToast('success', t('administration.registration.saved'));
            setWanted(undefined);
          }}
          onClose={() => {
            setWanted(undefined);
            focus(SAVE);
          }}
        />
      )}
    </SectionFrame>
  );
}

function RegistrationDialog({
  settings,
  onDone,
  onClose,
}: {
  settings: RegistrationSettings;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <OwnPasswordDialog
      title={t('administration.registration.confirmTitle')}
      text={t('administration.registration.confirmText')}
      submitLabel={t('common.save')}
      isDangerous={false}
      action={useChangeRegistration(settings)}
      onDone={onDone}
      onClose={onClose}
    />
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
  onSubmit: onWanted,
}: {
  settings: AdministeredRegistration;
  onSubmit: (wanted: RegistrationSettings) => void;
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
    if (wrong === undefined) onWanted({ mode, allowed_domains: lines });
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
      {!settings.verifies_addresses && domains.trim() !== '' && (
        <Alert color="gray" variant="light">
          {t('administration.registration.domainsNotChecked')}
        </Alert>
      )}
      <Group>
        <Button id={SAVE} type="submit" disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
