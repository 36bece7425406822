import { coversAmount, needsApproval, orderAmount, planAmount } from '#shared/flows/approval.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { fromMinor, type Minor, toMinor } from '#shared/flows/money.ts';
import type { Connection } from '../servers/servers.logic.ts';
import type { Approval, ApprovalQuestion } from '../use-approvals.ts';
import type { Run } from './runs.logic.ts';

/** What a run's next step costs, as the service reckons it; undefined if nothing is to be ordered or started. */
const amountOf = (run: Run, currency: string): Minor | null | undefined => {
  const { order, plan, cost_before, cost_after } = run;
  if (run.state === 'awaiting_payment' && order) {
    return orderAmount(order, Math.max(0, toMinor(cost_after ?? cost_before) - toMinor(cost_before)), currency);
  }
  if ((run.state !== 'choosing' && run.state !== 'awaiting_payment') || !plan) return undefined;
  return planAmount(plan, capabilitiesOf(run.provider).changes);
};

/** Whether an upgrade waits for another owner, and the request about it; undefined if no one has to agree. */
export const runApproval = (
  run: Run,
  connection: Connection | undefined,
  approvals: readonly Approval[],
): { question: ApprovalQuestion; approval: Approval | undefined } | undefined => {
  const limit = connection?.approval_limit ?? null;
  if (!connection || limit === null || run.kind !== 'upgrade') return undefined;
  const amount = amountOf(run, connection.currency);
  if (amount === undefined || !needsApproval(toMinor(limit), amount)) return undefined;
  const approval = approvals.find(
    (each) => each.run_id === run.run_id && coversAmount(each.amount === null ? null : toMinor(each.amount), amount),
  );
  const question: ApprovalQuestion = {
    reason: amount === null ? 'approval_unknown' : 'approval_needed',
    amount: amount === null ? '' : fromMinor(amount),
    limit,
  };
  return { question, approval };
};
