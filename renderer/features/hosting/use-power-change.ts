import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import { type Run, wantedText } from './runs/runs.logic.ts';
import { useRefreshHosting } from './use-hosting.ts';

/** Asks for something with a server's power. If the answer was lost, its page shows what Castellan is doing about that. */
export const usePowerChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  return async (call: () => Promise<Run>): Promise<void> => {
    try {
      const run = await call();
      const words = { server: run.server_label, wanted: wantedText(run, t) };
      if (run.problem) await navigate(paths.upgrade(run.serviceid));
      else notifyDone(t(run.state === 'changed' ? 'hosting.changed' : 'hosting.power.begun', words));
    } finally {
      await refresh();
    }
  };
};
