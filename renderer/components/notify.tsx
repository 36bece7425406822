import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../api/problem.ts';
import { failureText, reportableRequestId } from './failure.logic.ts';

/** Notifies the user of success. */
export const notifyDone = (message: string): void => {
  notifications.show({ message, icon: <IconCheck size={18} aria-hidden />, color: 'verdigris', role: 'status' });
};

/** Notifies the user of a failure, unless they canceled a confirmation themselves; stays long enough to be read. */
export const notifyFailure = (title: string, error: unknown): void => {
  const failure = failureOf(error);
  if (failure.kind === 'unconfirmed') return;
  notifications.show({
    title,
    message: <FailureMessage failure={failure} />,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    color: 'red',
    autoClose: 10_000,
    role: 'alert',
  });
};

/** Notifies of a partial success, with the reasons for the failures. */
export const notifyPartly = (title: string, message: string): void => {
  notifications.show({
    title,
    message,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    color: 'yellow',
    autoClose: 10_000,
    role: 'alert',
  });
};

const FailureMessage = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation();
  const { detail } = failureText(failure, t);
  const id = reportableRequestId(failure);
  return id ? t('components.failure.withRequest', { detail, id }) : detail;
};
