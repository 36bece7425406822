import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveUpdates } from '../../api/context.tsx';
import { parts } from '../../parts/page.ts';

const id = 'live-status';

/** Shows what others change as it happens. If the connection breaks, says so once, and once more when it is back. */
export const LiveStatus = () => {
  const { t } = useTranslation();
  const { isLost } = useLiveUpdates();
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost) {
      notifications.show({
        id,
        title: t('live.lost.title'),
        message: t('live.lost.text'),
        loading: true,
        autoClose: false,
        role: 'status',
      });
    } else if (wasLost.current) {
      // Perhaps another version answers now.
      void parts.check();
      notifications.update({
        id,
        title: null,
        message: t('live.back'),
        icon: <IconCheck size={18} aria-hidden />,
        color: 'verdigris',
        loading: false,
        autoClose: 4_000,
        role: 'status',
      });
    }
    wasLost.current = isLost;
  }, [isLost, t]);
  // After a sign-out, no one waits for the connection.
  useEffect(() => () => void notifications.hide(id), []);
  return null;
};
