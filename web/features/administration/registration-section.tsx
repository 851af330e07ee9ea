import { Alert, Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  REGISTRATION_MODES,
  registrationSettings,
  type AdministeredRegistration,
  type RegistrationSettings,
} from '#contract/administration.ts';
import { request } from '#web/api-client/request.ts';
import { settings } from '#web/api-client/settings.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { TWO_FACTOR_POLICIES, type TwoFactorPolicy, type TwoFactorSettings } from '#contract/sign-in.ts';
import { REGISTRATION, TWO_FACTOR, useRegistration, useTwoFactorSettings } from './administration.queries.ts';
import classes from './administration.module.css';
import { OwnPasswordDialog } from './own-password-dialog.tsx';
import { SectionFrame, WhenLoaded } from './section-frame.tsx';

const policyId = (policy: TwoFactorPolicy): string => `two-factor-${policy}`;

/** Sets who must use a second factor. */
function Policies({ settings }: { settings: TwoFactorSettings }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
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
        <OwnPasswordDialog
          title={t('administration.factor.confirmTitle')}
          text={t('administration.factor.confirmText', { who: t(`administration.factor.${chosen}`) })}
          submitLabel={t('common.save')}
          color="lapis"
          call={(password) =>
            request<TwoFactorSettings>('PUT', '/api/admin/two-factor/', {
              body: { required_for: chosen, password },
            })
          }
          onDone={(changed) => {
            storeAnswer<TwoFactorSettings>(queryClient, TWO_FACTOR, changed);
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

const SAVE = 'registration-save';

/** `/admin/registration`: who may create an account. */
export function RegistrationSection() {
  const { t } = useTranslation();
  if (settings.localAccounts) return <LocalRegistration />;
  return (
    <SectionFrame section="registration" help={t('administration.registration.help')}>
      <Alert color="gray">{t('administration.registration.onlyProvider')}</Alert>
    </SectionFrame>
  );
}

function LocalRegistration() {
  const { t } = useTranslation();
  const query = useRegistration();
  const queryClient = useQueryClient();
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
      <WhenLoaded query={useTwoFactorSettings()}>{(found) => <Policies settings={found} />}</WhenLoaded>
      {wanted !== undefined && (
        <OwnPasswordDialog
          title={t('administration.registration.confirmTitle')}
          text={t('administration.registration.confirmText')}
          submitLabel={t('common.save')}
          color="lapis"
          call={(password) =>
            request<AdministeredRegistration>('PUT', '/api/admin/registration/', {
              body: { ...wanted, password },
            })
          }
          onDone={(changed) => {
            storeAnswer<AdministeredRegistration>(queryClient, REGISTRATION, changed);
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
        <Alert color="gray">{t('administration.registration.domainsNotChecked')}</Alert>
      )}
      <Group>
        <Button id={SAVE} type="submit" disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
