import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { failureOf } from '../api/problem.ts';

/** Tells that a change was made. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, icon: <IconCheck size={18} aria-hidden />, color: 'verdigris', role: 'status' });
};

/** Tells why a change was not made; stays long enough to be read. */
export const notifyFailure = (title: string, error: unknown): void => {
  const failure = failureOf(error);
  const request = failure.requestId ? ` (request ${failure.requestId})` : '';
  notifications.show({
    title,
    message: `${failure.detail}${request}`,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    color: 'red',
    autoClose: 10_000,
    role: 'alert',
  });
};
