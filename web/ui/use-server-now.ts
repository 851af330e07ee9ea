import { useEffect, useState } from 'react';

const STEP_MILLISECONDS = 5_000;

/** The server's time, counted on with the page's stopwatch: the clock of this device may be wrong. */
export function useServerNow(serverTime: string): number {
  const [now, setNow] = useState(() => Date.parse(serverTime));
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(
      () => setNow(Date.parse(serverTime) + performance.now() - start),
      STEP_MILLISECONDS,
    );
    return () => {
      clearInterval(timer);
    };
  }, [serverTime]);
  return Math.max(now, Date.parse(serverTime));
}
