import { Alert, Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './accounts.module.css';

/** Explains what happens after a link was requested, and offers to request another. */
export function RequestNote({
  isMailed,
  onAgain,
  children,
}: {
  isMailed: boolean;
  onAgain: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Alert
        role="status"
        color="gray"
        variant="light"
        icon={isMailed && <IconMail aria-hidden />}
        title={isMailed && t('access.requestedTitle')}
      >
        {children}
      </Alert>
      <p className={classes.aside}>
        <Anchor component="button" type="button" underline="always" onClick={onAgain}>
          {t('access.requestAgain')}
        </Anchor>
      </p>
    </>
  );
}
