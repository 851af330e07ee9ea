import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NewApiKey } from '../../../contract/accounts.ts';
import { copyText } from '../../ui/copy-text.ts';
import classes from './account.module.css';

/** A key that was just made. Nothing shows it again. */
export function NewKey({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const copy = (): Promise<void> =>
    copyText(apiKey.api_key, {
      copied: t('account.keyCopied'),
      notCopied: t('account.keyNotCopied'),
      notCopiedHelp: t('account.keyNotCopiedHelp'),
    });
  return (
    <Stack gap="md">
      <span dir="auto">{t('account.newKeyText', { name: apiKey.name })}</span>
      <TextInput
        label={t('account.apiKey')}
        readOnly
        size="md"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes.key ?? '' }}
        value={apiKey.api_key}
        onFocus={({ currentTarget }) => {
          currentTarget.select();
        }}
      />
      <Group justify="flex-end">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.6} aria-hidden />}
          data-autofocus
          onClick={() => void copy()}
        >
          {t('account.copyKey')}
        </Button>
        <Button onClick={onClose}>{t('account.done')}</Button>
      </Group>
    </Stack>
  );
}
