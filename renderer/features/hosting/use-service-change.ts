import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotConfirmedError, problemOf } from '../../api/problem.ts';
import { notifyDone } from '../../components/notify.tsx';
import { paths } from '../../paths.ts';
import type { BudgetQuestion } from './budget-alert.tsx';
import { type Run, wantedText } from './runs/runs.logic.ts';
import { useApprovalQuestion } from './use-approvals.ts';
import { useRefreshHosting } from './use-hosting.ts';

/** What the service asks about the budget before it makes a change; undefined if it failed for another reason. */
const budgetQuestion = (error: unknown): BudgetQuestion | undefined => {
  const { reason = '', params: { total, budget } = {} } = problemOf(error) ?? {};
  if (!/^(over_budget|budget_unknown)$/.test(reason) || budget === undefined) return undefined;
  return { total: total?.toString(), budget: budget.toString() };
};

/**
 * One-step changes. After one, notifies if it is done, or opens the run's screen if the outcome is not yet proven.
 * `question`: the last one doesn't fit the budget. It wasn't made, and the next click accepts that. `approval`: another
 * owner has to agree first.
 */
export const useServiceChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  const [question, setQuestion] = useState<BudgetQuestion>();
  const approval = useApprovalQuestion();
  const change = async (call: (accepted: { accept_over_budget: boolean }) => Promise<Run>): Promise<void> => {
    try {
      const run = await approval.unlessApproved(() => call({ accept_over_budget: question !== undefined }));
      setQuestion(undefined);
      if (run.state === 'changed') {
        notifyDone(t('hosting.changed', { server: run.server_label, wanted: wantedText(run, t) }));
      } else {
        await navigate(paths.upgrade(run.serviceid));
      }
    } catch (error) {
      const asked = budgetQuestion(error);
      if (!asked) throw error;
      setQuestion(asked);
      throw new NotConfirmedError();
    } finally {
      await refresh();
    }
  };
  /** What was asked about is no longer what would be changed. */
  const forget = (): void => {
    setQuestion(undefined);
    approval.forget();
  };
  return { change, question, approval: approval.question, forget };
};
