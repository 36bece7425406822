import type { z } from 'zod';
import type { sizes } from '#shared/contract/hosting/resources/fields.ts';
import type { planQuote } from '#shared/contract/hosting/resources/plans.ts';
import type { unreadableServer } from '#shared/contract/hosting/resources/servers.ts';
import type { queueProblem } from '#shared/contract/hosting/resources/upgrade-queues.ts';
import type { runProblem, upgradeOrder } from '#shared/contract/hosting/resources/upgrade-runs.ts';
import type { Sizes } from '#shared/flows/hosting.ts';
import { partsOf } from '#shared/flows/plan-quote.ts';
import type {
  QueueProblem,
  RunProblem,
  StoredOrder,
  StoredPlan,
  StoredUnreadableServer,
} from '../../storage/store/stored-shapes.ts';

/**
 * What is stored, as clients see it. Field by field: an answer may have fields that aren't stored, and the other way
 * round (DECISION 0253).
 */

export const presentSizes = ({ cpu, ram_mb, disk_gb, bandwidth_gb }: Sizes): z.output<typeof sizes> => ({
  cpu,
  ram_mb,
  disk_gb,
  bandwidth_gb,
});

const presentTerms = (terms: NonNullable<StoredPlan['now_terms']>): z.output<typeof planQuote>['now_terms'] => {
  const { difference, days_left, days, added, is_set } = terms;
  return { difference, days_left, days, added, is_set, ...partsOf(terms) };
};

export const presentPlan = (plan: StoredPlan): z.output<typeof planQuote> => ({
  rid: plan.rid,
  ram: plan.ram,
  cpu: plan.cpu,
  disk: plan.disk,
  bandwidth: plan.bandwidth,
  name: plan.name,
  sizes: presentSizes(plan.sizes),
  billingcycle: plan.billingcycle,
  price: plan.price,
  current_price: plan.current_price,
  monthly: plan.monthly,
  delta_monthly: plan.delta_monthly,
  delta_yearly: plan.delta_yearly,
  now_estimate: plan.now_estimate,
  now_terms: plan.now_terms && presentTerms(plan.now_terms),
  reboot: plan.reboot,
});

export const presentOrder = ({
  id,
  orderid,
  invoiceid,
  duedate,
  total,
  currency,
}: StoredOrder): z.output<typeof upgradeOrder> => ({ id, orderid, invoiceid, duedate, total, currency });

export const presentProblem = ({ reason, message, at }: RunProblem): z.output<typeof runProblem> => ({
  reason,
  message,
  at,
});

export const presentQueueProblem = ({
  run_id,
  code,
  reason,
  params,
  message,
  at,
}: QueueProblem): z.output<typeof queueProblem> => ({ run_id, code, reason, params, message, at });

export const presentUnreadableServer = ({
  position,
  serviceid,
  label,
  field,
  value,
}: StoredUnreadableServer): z.output<typeof unreadableServer> => ({ position, serviceid, label, field, value });
