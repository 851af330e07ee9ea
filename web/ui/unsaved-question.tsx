import { lazy, Suspense, useEffect, useState } from 'react';
import { isSomethingUnsaved, saveUnsavedWork, watchUnload } from './unsaved-work.ts';
import { useBlocker } from './use-blocker.ts';

const DiscardDialog = lazy(async () => ({ default: (await import('./discard-dialog.tsx')).DiscardDialog }));

/** A lesson stays open while its transcript is corrected. */
const screenOf = ({ pathname }: { pathname: string }): string => pathname.replace(/\/transcript$/u, '');

/** Before another page opens: saves what it can immediately, and asks about the rest. Mounted once for all forms. */
export function UnsavedQuestion() {
  const [isAsking, setIsAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      screenOf(currentLocation) !== screenOf(nextLocation) && isSomethingUnsaved(),
  );
  useEffect(watchUnload, []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    void saveUnsavedWork().then((isSaved) => {
      if (!isCurrent) return;
      if (isSaved) blocker.proceed();
      else setIsAsking(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker]);
  if (!isAsking || blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardDialog
        onKeep={() => {
          setIsAsking(false);
          blocker.reset();
        }}
        onDiscard={() => {
          setIsAsking(false);
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}
