import type { contract } from '#shared/contract/index.ts';
import { cycleAmount } from '#shared/flows/approval.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { monthlyPrice } from '../servers/server-price.ts';
import { isManaged } from '../servers/servers.ts';
import { changeService } from './change-service.ts';

/** One step: store the intent, send the call, poll the provider. */
export const changeBillingCycle: Handler<typeof contract.hosting.changeBillingCycle> = async (
  context,
  { serviceid: serviceId, billingcycle, accept_over_budget },
  call,
) => {
  const { hosting, server } = await loadServerContext(context, call.caller.principal.tenantId, serviceId);
  if (server.billing_cycle === billingcycle) {
    throw new AppError('STATE_CONFLICT', { reason: 'same_billing_cycle' });
  }
  const cost = await monthlyPrice(hosting, server, billingcycle, isManaged(server));
  return changeService(
    context,
    hosting,
    server,
    {
      action: 'changeBillingCycle',
      kind: 'billing_cycle',
      wanted: billingcycle,
      cost,
      amount: cycleAmount(cost, billingcycle),
      acceptsOverBudget: accept_over_budget,
      send: ({ provider }, id) => provider.changeBillingCycle({ serviceid: id, billingcycle }),
    },
    call,
  );
};
