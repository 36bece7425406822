import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import { type Run, wantedWords } from './runs.logic.ts';
import { useRefreshHosting } from './use-refresh-hosting.ts';

/** What follows a change of one step: done is told, what is not proven yet is watched on its own screen. */
export const useServiceChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  return async (change: () => Promise<Run>): Promise<void> => {
    try {
      const run = await change();
      if (run.state === 'changed') {
        notifyDone(t('hosting.changed', { server: run.server_label, wanted: wantedWords(run, t) }));
      } else {
        await navigate(paths.upgrade(run.serviceid));
      }
    } finally {
      await refresh();
    }
  };
};
