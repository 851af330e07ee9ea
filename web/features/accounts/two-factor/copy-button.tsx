import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Puts a text into the clipboard and says so on itself: this page may have no place for messages. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      // A browser refuses it, or has no clipboard on a page without TLS.
      setResult('refused');
    }
  };
  const Icon = result === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        onClick={() => void copy()}
      >
        {label}
      </Button>
      <span role="status">
        {result === 'copied' && t('signIn.copied')}
        {result === 'refused' && t('signIn.notCopiedHelp')}
      </span>
    </>
  );
}
