import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import classes from './layout.module.css';

/** Toasts that are shown before this is loaded wait in the library's own store. */
export const Toasts = () => (
  <Notifications
    position="bottom-left"
    autoClose={8_000}
    limit={4}
    zIndex={400}
    classNames={{ root: classes.toasts }}
  />
);
