import { Alert, Anchor } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EndedAccess } from '#contract/accounts.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import classes from './account.module.css';

/** The card of the screens that need no session: login, registration, password reset. */
export const AccountFrame = ({
  title,
  text,
  children,
  footer,
}: {
  title: string;
  text: string;
  children: ReactNode;
  footer?: ReactNode;
}) => (
  <div className={classes.page}>
    <div className={classes.card}>
      <PageTitle>{title}</PageTitle>
      <p className={classes.lead}>{text}</p>
      {children}
      {footer !== undefined && footer !== false && <p className={classes.footer}>{footer}</p>}
    </div>
  </div>
);

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

/** Lists the access that has ended; renders nothing if none has. */
export function EndedAccessList({ ended, text }: { ended: EndedAccess; text: string }) {
  const { t } = useTranslation();
  const lines = [
    ...(['sessions', 'api_keys', 'identities'] as const)
      .filter((kind) => ended[kind] > 0)
      .map((kind) => t(`access.ended.${kind}`, { count: ended[kind] })),
    ...(ended.second_factor ? [t('access.ended.second_factor')] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <p>{text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
