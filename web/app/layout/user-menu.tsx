import { Avatar, Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconBell,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShieldCog,
  IconSun,
  IconTrash,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LANGUAGES } from '#contract/languages.ts';
import { signOut } from '#web/api-client/sign-out.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { leavePage } from '#web/ui/unsaved-work.ts';
import { chooseLanguage, otherLanguage } from '../language.ts';

const NO_NAME = 'US';

/** The first two letters of the name in capitals, whole characters even where they are emoji. */
function initialsOf(name: string): string {
  const letters = [...new Intl.Segmenter().segment(name.trim())].slice(0, 2).map(({ segment }) => segment);
  return letters.length === 0 ? NO_NAME : letters.join('').toUpperCase();
}

/** Each entry opens its page and also logs (docs/product.md, “Header”). */
const PLACES = [
  { path: paths.profile, logged: 'Profile Settings', label: 'layout.profileSettings', icon: IconUserCircle },
  { path: paths.account, logged: 'Account Settings', label: 'layout.accountSettings', icon: IconSettings },
  { path: paths.notifications, logged: 'Notifications', label: 'layout.notifications', icon: IconBell },
] as const;

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
        {PLACES.map(({ path, logged, label, icon: PlaceIcon }) => (
          <Menu.Item
            key={path}
            component={Link}
            to={path}
            leftSection={<PlaceIcon size={18} stroke={1.6} aria-hidden />}
            onClick={() => console.log(logged)}
          >
            {t(label)}
          </Menu.Item>
        ))}
        <Menu.Item
          component={Link}
          to={paths.trash}
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
        >
          {t('trash.title')}
        </Menu.Item>
        {user?.is_staff === true && (
          <Menu.Item
            leftSection={<IconShieldCog size={18} stroke={1.6} aria-hidden />}
            onClick={() => void navigate(paths.admin)}
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
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
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
          onClick={() => leavePage(paths.welcome, signOut)}
        >
          {t('layout.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
