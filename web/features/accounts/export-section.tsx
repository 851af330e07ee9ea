import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes } from '#web/ui/format.ts';
import { saveResponse } from '#web/ui/save-response.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { fetchFromApi, readError } from '#web/api-client/request.ts';
import { DoneNote } from './account-form.tsx';

/**
 * Fetches the export and saves it as a file.
 * @param onBytes how many bytes have arrived so far.
 * @throws ApiError; UnreachableError; DOMException `AbortError` when `signal` aborts.
 */
async function downloadExport(signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
  const response = await fetchFromApi('GET', '/api/auth/export/', { signal });
  if (!response.ok || response.body === null) throw await readError(response);
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        onBytes(bytes);
        controller.enqueue(chunk);
      },
    }),
  );
  await saveResponse(new Response(counted, { headers: response.headers }), 'lectern-export.json');
}

type Download =
  | { readonly state: 'idle' | 'done' }
  | { readonly state: 'running'; readonly bytes: number }
  | { readonly state: 'failed'; readonly error: unknown };

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
      await downloadExport(controller.signal, (bytes) => setDownload({ state: 'running', bytes }));
      setDownload({ state: 'done' });
    } catch (error) {
      setDownload(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error });
    }
  };

  return (
    <SettingsSection id="export-heading" title={t('account.export')} text={t('account.exportText')}>
      {download.state === 'failed' && (
        <Failure
          message={explainFailure(t, download.error, t('account.exportFailed'))}
          error={download.error}
        />
      )}
      <Group gap="12px 16px">
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
            <DoneNote text={download.state === 'done' ? t('account.exported') : null} />
          </>
        )}
      </Group>
    </SettingsSection>
  );
}
