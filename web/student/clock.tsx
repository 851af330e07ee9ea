import { useEffect, useState } from 'react';
import { t } from './texts.ts';

const SECOND = 1_000;

/** Counts from the server's time with the device's stopwatch, so a wrong clock makes no difference. */
export function Clock({
  deadline,
  serverTime,
  onOver,
}: {
  deadline: string | null;
  serverTime: string;
  onOver: () => void;
}) {
  const [now, setNow] = useState(() => Date.parse(serverTime));
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setNow(Date.parse(serverTime) + performance.now() - start), SECOND);
    return () => {
      clearInterval(timer);
    };
  }, [serverTime]);
  const isOver = deadline !== null && Date.parse(deadline) <= now;
  useEffect(() => {
    // The instructor may have given more time.
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (deadline === null) return null;
  const seconds = Math.max(0, Math.ceil((Date.parse(deadline) - now) / SECOND));
  if (seconds === 0) return <strong role="alert">{t.timeOver}</strong>;
  const pad = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (
    <span role="timer" aria-label={t.timeLeft} className={seconds < 60 ? 'danger' : ''}>
      {hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:{pad(seconds % 60)}
    </span>
  );
}
