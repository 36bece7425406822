import { levelAmount } from '#shared/flows/approval.ts';
import { AppError } from '#shared/texts/errors.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import { deleteApprovalOf } from '../../../storage/store/hosting/approvals.ts';
import type { ServerRow } from '../../../storage/store/hosting/servers.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { BearerCall } from '../../handler.ts';
import { requireApproved } from '../approvals.ts';
import { requireWithinBudget } from '../costs/budget.ts';
import { type HostingContext, loadServerContext, providerOf, requireOffered } from '../hosting-context.ts';
import { monthlyPrice } from '../servers/server-price.ts';
import { cycleOf, requireServer } from '../servers/servers.ts';
import { newRun, type StoringAction, storeRun } from './begin-run.ts';
import { sendIntended } from './call-provider.ts';
import { inTime } from './in-time.ts';
import { callerRunActor } from './move-run.ts';
import { askForOrder, storedOrder } from './pending-order.ts';
import { presentRun } from './runs.ts';

interface ServiceChange {
  action: StoringAction;
  kind: 'billing_cycle' | 'service_level';
  wanted: string;
  /** The monthly cost after the change, in cents. */
  cost: number | null;
  /** What may be due for it, in cents. */
  amount: number | null;
  acceptsOverBudget: boolean;
  send: (hosting: HostingContext, serviceId: string) => Promise<unknown>;
}

/** The input of a change, as callers give it. */
interface ChangeInput {
  serviceid: string;
  accept_over_budget: boolean;
}

/** An order that is pending before a change isn't that of the change. Null if there is none, or if it isn't known. */
const orderBefore = async (hosting: HostingContext, serviceId: string): Promise<RunRow['provider_order']> => {
  try {
    const { order } = await askForOrder(hosting, serviceId);
    return order && orderShape.write(storedOrder(order));
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
};

/**
 * Changes a server's billing cycle or service level with a one-step run. The run stores the intent and blocks other
 * changes to the server in the meantime.
 * @throws AppError RUN_OPEN, STATE_CONFLICT if the server has that cycle or level already, or the change doesn't fit the
 * budget or needs the agreement of another owner, PROVIDER_…
 */
export const changeService = async (
  context: AppContext,
  hosting: HostingContext,
  server: ServerRow,
  { action, kind, wanted, cost, amount, acceptsOverBudget, send }: ServiceChange,
  call: BearerCall,
) => {
  const { steady } = context;
  const capability = kind === 'billing_cycle' ? 'billingCycles' : 'serviceLevels';
  requireOffered(capability, hosting.provider.capabilities[capability]);
  const runActor = callerRunActor(call, action);
  const before = await orderBefore(hosting, server.service_id);
  const run = newRun(context, server, runActor, {
    kind,
    provider: providerOf(hosting.settings),
    state: 'changing',
    wanted,
    intended_at: steady.now(),
    cost_after: cost,
    provider_order: before,
    order_missing: before === null ? 0 : 1,
  });
  await call.transaction(async (tx) => {
    // Read again: the same change may just have been made.
    const { managed, billing_cycle } = await requireServer(tx, hosting.scope, server.service_id);
    if (kind === 'billing_cycle' && billing_cycle === wanted) {
      throw new AppError('STATE_CONFLICT', { reason: 'same_billing_cycle' });
    }
    if (kind === 'service_level' && managed === (wanted === 'managed' ? 1 : 0)) {
      throw new AppError('STATE_CONFLICT', { reason: 'level_unchanged' });
    }
    if (!acceptsOverBudget) {
      await requireWithinBudget(tx, hosting, { before: server.approximate_cost, after: cost });
    }
    const asked = { kind, service_id: server.service_id, wanted, amount };
    await requireApproved(context, tx, hosting.scope, asked, runActor.actor.id);
    // An agreement is to one change.
    await deleteApprovalOf(tx, hosting.scope, asked);
    await storeRun(context, tx, run, runActor);
  });
  const moved = await inTime(context, hosting, run, (lasting) =>
    sendIntended(lasting, hosting, run, {
      refused: 'change_refused',
      send: () => send(hosting, server.service_id),
    }),
  );
  return presentRun(moved, steady);
};

/** Makes a server managed or unmanaged. @throws AppError NOT_FOUND, STATE_CONFLICT, RUN_OPEN, PROVIDER_… */
export const changeServiceLevel = async (
  context: AppContext,
  { serviceid, accept_over_budget }: ChangeInput,
  managed: boolean,
  call: BearerCall,
) => {
  const { hosting, server } = await loadServerContext(context, call.caller.user.tenantId, serviceid);
  const cycle = cycleOf(server);
  const cost = await monthlyPrice(hosting, server, cycle, managed);
  return changeService(
    context,
    hosting,
    server,
    {
      action: managed ? 'upgradeToManaged' : 'downgradeToUnmanaged',
      kind: 'service_level',
      wanted: managed ? 'managed' : 'unmanaged',
      cost,
      amount: levelAmount(server.approximate_cost, cost, cycle),
      acceptsOverBudget: accept_over_budget,
      send: ({ provider }, serviceId) =>
        managed
          ? provider.upgradeToManaged({ serviceid: serviceId })
          : provider.downgradeToUnmanaged({ serviceid: serviceId }),
    },
    call,
  );
};
