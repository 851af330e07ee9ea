import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ResetLink } from '#contract/administration.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { formatDateTime } from '#web/ui/format.ts';

/** A link that the server shows once, with a button that copies it. */
export function OneTimeLink({
  text,
  link: { url, expires_at: expiresAt },
  onDone,
}: {
  /** Whom to give it to. */
  text: string;
  link: ResetLink;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation();
  return (
    <Stack gap="md">
      <Text role="status">{text}</Text>
      <TextInput
        label={t('administration.link')}
        description={t('administration.linkOnce', { time: formatDateTime(expiresAt, i18n.language) })}
        value={url}
        readOnly
        dir="ltr"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('administration.done')}
        </Button>
        <Button
          autoFocus
          leftSection={<IconCopy size={17} aria-hidden />}
          onClick={() =>
            void copyText(url, {
              copied: t('administration.copied'),
              notCopied: t('administration.notCopied'),
              notCopiedHelp: t('administration.notCopiedHelp'),
            })
          }
        >
          {t('administration.copy')}
        </Button>
      </Group>
    </Stack>
  );
}
