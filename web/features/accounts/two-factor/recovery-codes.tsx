import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getSession } from '#web/api-client/session.ts';
import { CopyButton } from './copy-button.tsx';
import { StepHeading } from './step-heading.tsx';
import classes from './two-factor.module.css';

/** The codes, this once, with ways to keep them. */
export function RecoveryCodeList({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  const email = getSession().user?.email ?? '';
  const text = `${t('signIn.fileHead', { email })}\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.step}>
      <StepHeading>{t('signIn.codesTitle')}</StepHeading>
      <p>{t('signIn.codesText')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={text} label={t('signIn.copy')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
          onClick={() => download(text)}
        >
          {t('signIn.download')}
        </Button>
      </div>
      <Button onClick={onSaved} className={classes.main ?? ''}>
        {t('signIn.saved')}
      </Button>
    </div>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'lectern-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
