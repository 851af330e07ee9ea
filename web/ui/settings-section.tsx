import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

/** One section of a settings page: a heading with an explanation, and its controls. The heading can take the focus. */
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
