import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UnreachableError } from '../api-client/api-error.ts';

/** Something could not be loaded or done, told where it belongs, with a way to try again. */
export function Failure({
  message,
  error,
  onRetry,
  isRetrying = false,
}: {
  /** The fixed text for this failure (docs/product.md). */
  message: string;
  /** Adds what to do when the server cannot be reached. */
  error?: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} my="md">
      <Stack gap="sm" align="flex-start">
        <Text fw={500}>{message}</Text>
        {error instanceof UnreachableError && <Text size="sm">{t('common.unreachable')}</Text>}
        {onRetry !== undefined && (
          <Button variant="default" size="xs" onClick={onRetry} loading={isRetrying}>
            {t('common.tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
