import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** One matter on a settings page: what it is about, and beside it what can be done. The heading can take the focus. */
export function SettingsSection({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <Title order={2} id={id} tabIndex={-1}>
          {title}
        </Title>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
