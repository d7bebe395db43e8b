import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, cleanNotifications, showNotification } from '@mantine/notifications';
import { IconCheck, IconExclamationMark, IconInfoSmall } from '@tabler/icons-react';
import { DEFAULT_CLOSE_MS, type Toast } from './toast-rules.ts';
import { messages } from './messages.ts';

const TOAST_STYLES = {
  success: { color: 'teal.8', icon: <IconCheck size={16} aria-hidden />, title: undefined },
  error: { color: 'red.8', icon: <IconExclamationMark size={16} aria-hidden />, title: undefined },
  info: { color: 'primary', icon: <IconInfoSmall size={18} aria-hidden />, title: undefined },
} as const;

/** Shows a toast in place of all earlier ones. */
export function showToast({ kind, message, close_ms }: Toast): void {
  cleanNotifications();
  showNotification({
    ...TOAST_STYLES[kind],
    message,
    autoClose: close_ms,
    withBorder: true,
    role: kind === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': messages().dismiss },
    style: { whiteSpace: 'pre-line' },
  });
}

export const Toaster = () => <Notifications position="top-right" autoClose={DEFAULT_CLOSE_MS} zIndex={1000} />;
