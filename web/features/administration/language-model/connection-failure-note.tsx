import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ConnectionFailure } from '#contract/language-model.ts';
import { wordMessage } from '#web/ui/word-message.ts';

/** Explains why a model cannot be used, and how to fix it. */
export function ConnectionFailureNote({
  failure,
  onUseAddress,
}: {
  failure: ConnectionFailure;
  onUseAddress: (address: string) => void;
}) {
  const { t } = useTranslation();
  const { suggested_base_url: address } = failure;
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} mt="sm">
      <Stack gap="sm" align="flex-start">
        <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {wordMessage(t, failure.message_coded, failure.message)}
        </Text>
        {address !== null && (
          <Button variant="default" size="xs" onClick={() => onUseAddress(address)}>
            {t('administration.languageModel.useAddress', { address: address.replace('http://', '') })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
