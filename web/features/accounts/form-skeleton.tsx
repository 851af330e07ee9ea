import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Keeps the place of a form while it is not known whether there is one. */
export function FormSkeleton({ fields }: { fields: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={t('access.loading')}>
      {Array.from({ length: fields }, (_, index) => (
        <Skeleton key={index} h={66} />
      ))}
      <Skeleton h={42} />
    </Stack>
  );
}
