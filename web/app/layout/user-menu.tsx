import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShieldCog,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut } from '../../api-client/sign-out.ts';
import { useSession } from '../../api-client/use-session.ts';
import { paths } from '../../ui/paths.ts';
import { chooseLanguage, LANGUAGES, otherLanguage } from '../language.ts';

const NO_NAME = 'US';

/** The first two letters of the name in capitals, whole characters even where they are emoji. */
function initialsOf(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.trim())].slice(0, 2).map(({ segment }) => segment);
  return letters.length === 0 ? NO_NAME : letters.join('').toUpperCase();
}

/** The pages behind these come later; until then they log, as the specification says. */
function logChoice(entry: string): void {
  console.log(entry);
}

export function UserMenu() {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const name = user?.name ?? '';
  const other = otherLanguage(i18n.language);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton
          aria-label={t('layout.accountMenu', { initials: initialsOf(name), name })}
          style={{ borderRadius: 999 }}
        >
          <Avatar radius="xl" size={36} color="lapis" variant="light" aria-hidden>
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name === '' ? user?.email : name}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            logChoice('Profile Settings');
          }}
        >
          {t('layout.profileSettings')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            logChoice('Account Settings');
          }}
        >
          {t('layout.accountSettings')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBell size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            logChoice('Notifications');
          }}
        >
          {t('layout.notifications')}
        </Menu.Item>
        {user?.is_staff === true && (
          <Menu.Item
            leftSection={<IconShieldCog size={18} stroke={1.6} aria-hidden />}
            onClick={() => void navigate(paths.administration)}
          >
            {t('layout.administration')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={
            isDark ? (
              <IconSun size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconMoon size={18} stroke={1.6} aria-hidden />
            )
          }
          closeMenuOnClick={false}
          onClick={() => {
            setColorScheme(isDark ? 'light' : 'dark');
          }}
        >
          {isDark ? t('layout.lightMode') : t('layout.darkMode')}
        </Menu.Item>
        <Menu.Item
          lang={other}
          leftSection={<IconLanguage size={18} stroke={1.6} aria-hidden />}
          onClick={() => void chooseLanguage(other)}
        >
          {LANGUAGES[other]}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          onClick={() => {
            signOut();
            void navigate(paths.welcome);
          }}
        >
          {t('layout.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
