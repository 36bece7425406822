import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import { type Run, wantedText } from './runs/runs.logic.ts';
import { useRefreshHosting } from './use-hosting.ts';

/** After a one-step change: notifies if it is done, or opens the run's screen if the outcome is not yet proven. */
export const useServiceChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  return async (change: () => Promise<Run>): Promise<void> => {
    try {
      const run = await change();
      if (run.state === 'changed') {
        notifyDone(t('hosting.changed', { server: run.server_label, wanted: wantedText(run, t) }));
      } else {
        await navigate(paths.upgrade(run.serviceid));
      }
    } finally {
      await refresh();
    }
  };
};
