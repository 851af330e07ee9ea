import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TwoFactorSection } from '../features/accounts/two-factor-section.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** `/account/two-factor` */
export function Component() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <PageTitle>{t('signIn.pageTitle')}</PageTitle>
      <TwoFactorSection />
    </Stack>
  );
}
