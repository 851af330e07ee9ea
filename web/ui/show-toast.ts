import { notifications } from '@mantine/notifications';

/** Failures stay longer: they have to be read. */
const FAILURE_MILLISECONDS = 12_000;

/** A short message at the edge of the screen, read out by screen readers. `text` tells more of it. */
export function showToast(kind: 'success' | 'failure', title: string, text = ''): void {
  notifications.show({
    color: kind === 'success' ? 'green' : 'red',
    title,
    message: text === title ? '' : text,
    ...(kind === 'failure' ? { autoClose: FAILURE_MILLISECONDS } : {}),
  });
}
