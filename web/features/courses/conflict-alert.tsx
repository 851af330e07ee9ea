import { Alert, Button, Group, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The course was changed elsewhere since it was opened: which of the two is to stay? */
export function ConflictAlert({
  detail,
  isLoading,
  isSaving,
  onLoadNewer,
  onSaveOver,
}: {
  /** What the server says about it. */
  detail: string;
  isLoading: boolean;
  isSaving: boolean;
  onLoadNewer: () => Promise<void>;
  onSaveOver: () => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconGitMerge aria-hidden />} mb="md">
      <Text mb="sm">{detail}</Text>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => void onLoadNewer()} loading={isLoading}>
          {t('courses.loadNewer')}
        </Button>
        <Button variant="default" size="xs" onClick={() => void onSaveOver()} loading={isSaving}>
          {t('courses.saveOver')}
        </Button>
      </Group>
    </Alert>
  );
}
