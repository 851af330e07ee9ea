import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './content.module.css';
import { isWebAddress } from './web-address.ts';

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
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} my="sm">
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

/** A link to the file; renders nothing for an address that is not http or https, because it might run a script. */
export function OpenInNewTab({ file }: { file: string }) {
  const { t } = useTranslation();
  if (!isWebAddress(file)) return null;
  return (
    <Anchor href={file} target="_blank" rel="noopener noreferrer" className={classes.link} size="sm">
      {t('lessons.openInNewTab')}
      <IconExternalLink size={16} stroke={1.7} aria-hidden />
    </Anchor>
  );
}
