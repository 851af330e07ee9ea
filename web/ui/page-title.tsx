import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

/** The key that React Router gives to the address a visit began with. */
const FIRST_LOCATION = 'default';

/**
 * The one heading of level 1 on a screen, which is also the title of the tab. After navigation it takes the focus, so
 * that screen readers announce it; on the first load the browser starts at the top by itself.
 */
export function PageTitle({ children, tabTitle }: { children: ReactNode; tabTitle?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrivedAt = useRef(key);
  useEffect(() => {
    if (arrivedAt.current !== FIRST_LOCATION) heading.current?.focus({ preventScroll: true });
  }, []);
  const text = tabTitle ?? (typeof children === 'string' ? children : '');
  return (
    <>
      <title>{text === '' ? 'Lectern' : `${text} · Lectern`}</title>
      <Title order={1} ref={heading} tabIndex={-1}>
        {children}
      </Title>
    </>
  );
}
