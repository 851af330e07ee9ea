import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { useFileDownload } from './use-file-download.ts';
import { explainFailure } from './word-message.ts';

/** What became of a download: a failure, characters that the PDF lacks, or that it is saved. */
export function DownloadState({ download }: { download: ReturnType<typeof useFileDownload> }) {
  const { t } = useTranslation();
  const { error, missing, doneName, saveHeld, discardHeld } = download;
  return (
    <>
      {error !== null && (
        <Alert color="red" role="alert">
          {t('printing.failed', { error: explainFailure(t, error) })}
        </Alert>
      )}
      {missing !== undefined && (
        <Alert
          color="yellow"
          role="alert"
          title={
            missing.moreCount === 0
              ? t('printing.cannotShow', { characters: missing.characters })
              : t('printing.cannotShowMore', { characters: missing.characters, count: missing.moreCount })
          }
        >
          <Text size="sm" mb="sm">
            {t('printing.cannotShowHint')}
          </Text>
          <Group gap="sm">
            <Button size="xs" variant="default" onClick={() => void saveHeld()}>
              {t('printing.saveAnyway')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={discardHeld}>
              {t('common.cancel')}
            </Button>
          </Group>
        </Alert>
      )}
      <Text size="sm" c="dimmed" role="status">
        {doneName === '' ? '' : t('printing.done', { name: doneName })}
      </Text>
    </>
  );
}
