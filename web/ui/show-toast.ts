import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Failures stay longer: they have to be read. */
const FAILURE_MILLISECONDS = 12_000;

/** A short message at the edge of the screen, announced by screen readers. `text` adds details. */
export function showToast(kind: 'success' | 'failure', title: string, text = ''): void {
  notifications.show({
    color: kind === 'success' ? 'green' : 'red',
    title,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    message: text === title ? '' : text,
    ...(kind === 'failure' ? { autoClose: FAILURE_MILLISECONDS } : {}),
  });
}
