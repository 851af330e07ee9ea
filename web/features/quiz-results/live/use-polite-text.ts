import { useEffect, useState } from 'react';
import { useLatest } from '#web/ui/use-latest.ts';

const PAUSE_MILLISECONDS = 10_000;

/** The text as it was some seconds ago: a class answers faster than a screen reader can say it. */
export function usePoliteText(text: string): string {
  const latest = useLatest(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setInterval(() => setSaid(latest.current), PAUSE_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [latest]);
  return said;
}
