import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './content.module.css';
import { isWebAddress } from './web-address.ts';

/** A link to the file itself; nothing for an address that is not of the web, which might run something. */
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
