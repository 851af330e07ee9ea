import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Where short messages appear. What is told before this is loaded waits in the library's own store. */
export const Toasts = () => <Notifications position="top-right" autoClose={8_000} limit={4} zIndex={400} />;
