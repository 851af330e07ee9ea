import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** Takes the focus when its step appears, so that screen readers announce it. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <Title order={3} size="h4" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
