import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Stands for a list that is being fetched. */
export function SectionSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{t('administration.loading')}</VisuallyHidden>
      <Stack gap="sm" mt="md" aria-hidden>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={56} />
        ))}
      </Stack>
    </div>
  );
}
