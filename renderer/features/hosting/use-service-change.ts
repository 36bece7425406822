import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/problem.ts';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import { type Run, wantedText } from './runs/runs.logic.ts';
import { useRefreshHosting } from './use-hosting.ts';

/** Whether the service refuses a change until someone accepts what it does to the budget. */
const asksForBudget = (error: unknown): boolean =>
  /^(over_budget|budget_unknown)$/.test(problemOf(error)?.reason ?? '');

/**
 * One-step changes. After one, notifies if it is done, or opens the run's screen if the outcome is not yet proven.
 * `isAsked`: the last one doesn't fit the budget, so the next click accepts that.
 */
export const useServiceChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  const [isAsked, setIsAsked] = useState(false);
  const change = async (call: (accepted: { accept_over_budget: boolean }) => Promise<Run>): Promise<void> => {
    try {
      const run = await call({ accept_over_budget: isAsked });
      setIsAsked(false);
      if (run.state === 'changed') {
        notifyDone(t('hosting.changed', { server: run.server_label, wanted: wantedText(run, t) }));
      } else {
        await navigate(paths.upgrade(run.serviceid));
      }
    } catch (error) {
      if (asksForBudget(error)) setIsAsked(true);
      throw error;
    } finally {
      await refresh();
    }
  };
  /** What was asked about is no longer what would be changed. */
  const ask = (): void => setIsAsked(false);
  return { change, isAsked, ask };
};
