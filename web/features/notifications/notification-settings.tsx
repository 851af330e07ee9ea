import { Alert, Button, Checkbox, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import classes from './notifications.module.css';
import { allowDesktop, readDesktopState, showDesktop, type DesktopState } from './desktop-notification.ts';
import { playChime } from './play-chime.ts';
import { changePreferences, usePreferences, WORK_GROUPS, type WorkGroup } from './preferences.ts';

const GROUPS = Object.keys(WORK_GROUPS) as WorkGroup[];

const SWITCH_CLASSES = { input: classes.input ?? '', track: classes.track ?? '' };

const WORK_HEADING = 'work-heading';

const WHY_NOT = {
  unsupported: 'account.desktopUnsupported',
  insecure: 'account.desktopInsecure',
  blocked: 'account.desktopBlocked',
} as const;

export function NotificationSettings() {
  const { t } = useTranslation();
  return (
    <>
      <SettingsSection id="ways-heading" title={t('account.notifyHow')} text={t('account.notifyHowText')}>
        <DesktopSwitch />
        <SoundSwitch />
      </SettingsSection>
      <SettingsSection id={WORK_HEADING} title={t('account.notifyWhat')} text={t('account.notifyWhatText')}>
        <GroupChoice />
      </SettingsSection>
    </>
  );
}

function DesktopSwitch() {
  const { t } = useTranslation();
  const { desktop } = usePreferences();
  const [state, setState] = useState<DesktopState>(readDesktopState);
  const show = (): boolean =>
    showDesktop({
      title: 'Lectern',
      body: t('account.desktopSample'),
      tag: 'sample',
      onOpen: () => undefined,
    });
  const switchOn = async (): Promise<void> => {
    const allowed = await allowDesktop();
    // Some browsers allow notifications and then show none for pages.
    const works = allowed === 'allowed' && show();
    setState(allowed === 'allowed' && !works ? 'unsupported' : allowed);
    if (works) changePreferences({ desktop: true });
  };
  const isPossible = state === 'askable' || state === 'allowed';
  return (
    <Stack gap="xs" align="flex-start">
      <Switch
        classNames={SWITCH_CLASSES}
        label={t('account.desktop')}
        description={t('account.desktopHelp')}
        checked={desktop && state === 'allowed'}
        disabled={!isPossible}
        onChange={({ currentTarget }) => {
          if (currentTarget.checked) void switchOn();
          else changePreferences({ desktop: false });
        }}
      />
      {!isPossible && (
        <Alert role="status" color="gray">
          {t(WHY_NOT[state])}
        </Alert>
      )}
      {desktop && state === 'allowed' && (
        <Button variant="default" size="xs" onClick={show}>
          {t('account.desktopTry')}
        </Button>
      )}
    </Stack>
  );
}

function SoundSwitch() {
  const { t } = useTranslation();
  const { sound } = usePreferences();
  return (
    <Stack gap="xs" align="flex-start">
      <Switch
        classNames={SWITCH_CLASSES}
        label={t('account.sound')}
        description={t('account.soundHelp')}
        checked={sound}
        onChange={({ currentTarget }) => {
          changePreferences({ sound: currentTarget.checked });
          if (currentTarget.checked) void playChime();
        }}
      />
      {sound && (
        <Button variant="default" size="xs" onClick={() => void playChime()}>
          {t('account.soundTry')}
        </Button>
      )}
    </Stack>
  );
}

function GroupChoice() {
  const { t } = useTranslation();
  const { groups } = usePreferences();
  const chosen = GROUPS.filter((group) => groups[group]);
  return (
    <Checkbox.Group
      aria-labelledby={WORK_HEADING}
      value={chosen}
      onChange={(values) => {
        changePreferences({
          groups: {
            texts: values.includes('texts'),
            results: values.includes('results'),
            bank: values.includes('bank'),
          },
        });
      }}
    >
      <Stack gap="sm">
        {GROUPS.map((group) => (
          <Checkbox
            key={group}
            value={group}
            label={t(`account.groups.${group}`)}
            description={t(`account.groupsHelp.${group}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
