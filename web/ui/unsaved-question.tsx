import { lazy, Suspense, useEffect, useState } from 'react';
import { isSomethingUnsaved, saveUnsavedWork, watchUnload } from './unsaved-work.ts';
import { useBlocker } from './use-blocker.ts';

const DiscardDialog = lazy(async () => ({ default: (await import('./discard-dialog.tsx')).DiscardDialog }));

/** Before another page opens: saves what it can immediately, and asks about the rest. Mounted once for all forms. */
export function UnsavedQuestion() {
  const [isAsking, setIsAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isSomethingUnsaved(),
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
