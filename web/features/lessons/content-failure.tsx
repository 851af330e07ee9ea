import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OpenInNewTab } from './open-in-new-tab.tsx';

/** The content could not be shown: why, and what else can be done. */
export function ContentFailure({
  message,
  help,
  file,
  onRetry,
}: {
  message: string;
  help: string;
  file: string;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} my="sm">
      <Stack gap="sm" align="flex-start">
        <Text fw={500}>{message}</Text>
        <Text size="sm">{help}</Text>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
          <OpenInNewTab file={file} />
        </Group>
      </Stack>
    </Alert>
  );
}
