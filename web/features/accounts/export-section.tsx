import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainServiceError } from '../../api-client/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { formatBytes } from '../../ui/format.ts';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { translateMessage } from '../../ui/translate-message.ts';
import classes from './account.module.css';
import { DoneNote } from './done-note.tsx';
import { downloadExport } from './download-export.ts';

type Download =
  | { readonly state: 'idle' | 'done' }
  | { readonly state: 'running'; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: unknown };

/** Everything that Lectern stores of the account, as one file. */
export function ExportSection() {
  const { t, i18n } = useTranslation();
  const [download, setDownload] = useState<Download>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setDownload({ state: 'running', bytes: 0 });
    try {
      await downloadExport(controller.signal, (bytes) => {
        setDownload({ state: 'running', bytes });
      });
      setDownload({ state: 'done' });
    } catch (error) {
      setDownload(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error });
    }
  };

  return (
    <SettingsSection id="export-heading" title={t('account.export')} text={t('account.exportText')}>
      {download.state === 'failed' && (
        <Failure
          message={translateMessage(t, explainServiceError(download.error, t('account.exportFailed')))}
          error={download.error}
        />
      )}
      <div className={classes.buttons}>
        {download.state === 'running' ? (
          <>
            <Button variant="default" onClick={() => running.current?.abort()}>
              {t('common.cancel')}
            </Button>
            <span role="status">
              {t('account.exporting', { size: formatBytes(download.bytes, i18n.language) })}
            </span>
          </>
        ) : (
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
              onClick={() => void start()}
            >
              {t('account.downloadExport')}
            </Button>
            <DoneNote text={download.state === 'done' ? t('account.exported') : undefined} />
          </>
        )}
      </div>
    </SettingsSection>
  );
}
