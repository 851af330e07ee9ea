import { useTranslation } from 'react-i18next';
import { useBeforeUnload } from 'react-router';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useBlocker } from '#web/ui/use-blocker.ts';

/** Asks before a form with changes is left. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('administration.unsavedTitle')}
      text={t('administration.unsavedText')}
      confirmLabel={t('administration.leave')}
      isWorking={false}
      failure={undefined}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
