import { formatMoney } from '../../../renderer/components/money.ts';
import { invoiceDoubt, problemText, runTopic } from '../../../renderer/features/hosting/runs/runs.logic.ts';
import { english as t } from '../../support/texts.ts';
import type { Run, World } from './world.ts';

/** The words of the console, so that what a person reads is what a scenario judges. */

const stateLabel = (run: Run): string => {
  const { state, server_label: server, kind } = run;
  switch (state) {
    case 'choosing':
      return run.plan ? t('hosting.review.title', { plan: run.plan.name }) : t('hosting.plans.title');
    case 'ordering':
      return t('hosting.ordering.text');
    case 'awaiting_payment': {
      if (run.order_missing) return `${t('hosting.invoice.unlisted.title')}. ${t('hosting.invoice.unlisted.text')}`;
      const money = (amount: string, currency?: string | null) => formatMoney(amount, 'en', currency ?? 'USD');
      return invoiceDoubt(run, 'USD', money, t)?.text ?? t('hosting.invoice.lead');
    }
    case 'applying':
    case 'resizing':
      return t(`hosting.progress.titles.${state}`);
    case 'resized':
      return t('hosting.decide.lead', { server });
    case 'confirming':
    case 'reverting':
      return t('hosting.decide.unproven');
    case 'changing':
      return t(`hosting.changing.${kind}`);
    default:
      return `${t(`hosting.ends.${state}.title`, { server, topic: runTopic(run, t) })} ${t(`hosting.ends.${state}.text`)}`;
  }
};

/** The last that the person is told: a refusal, the run's problem, or its state. */
export const lastReported = async (world: World): Promise<string> => {
  const refusal = world.refusal();
  if (refusal) return refusal.detail;
  const run = await world.latest();
  if (!run) return 'Nothing was begun.';
  if (!run.problem) return stateLabel(run);
  const { title, advice } = problemText(run.problem, t);
  const said = run.problem.message === null ? '' : ` (“${run.problem.message}”)`;
  return `${title}${said}. ${advice}`;
};
