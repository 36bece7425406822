import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope, loadHostingContext } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { requireNamedServer } from './ip-addresses.ts';

/** Fixed and custom plans, limited to the fields that we understand (seed 001 §2). */
export const getPriceList: Handler<typeof contract.hosting.getPriceList> = async (
  context,
  { serviceid: serviceId, drive_type, managed, disk },
  { caller },
) => {
  const { tenantId } = caller.principal;
  await requireNamedServer(context.db.read, await findScope(context.db.read, tenantId), serviceId);
  const { provider } = await loadHostingContext(context, tenantId);
  const { plans, unreadable } = await mapProviderErrors(
    provider.getPriceList({
      drive_type,
      managed: Boolean(managed),
      ...(serviceId !== undefined && { serviceid: serviceId }),
      ...(disk !== undefined && { disk }),
    }),
  );
  return {
    price_options: plans.map((option) => ({
      id: option.id,
      rid: option.rid,
      name: option.name,
      ram: option.ram,
      cpu: option.cpu,
      disk: option.disk,
      bandwidth: option.bandwidth,
      sizes: option.sizes,
      hourly: option.hourly,
      monthly: option.monthly,
      quarterly: option.quarterly,
      semiannually: option.semiannually,
      annually: option.annually,
      biennially: option.biennially,
      triennially: option.triennially,
      mysort: option.mysort,
      current: option.current === 1,
      percent: option.percent,
      components: option.components,
    })),
    unreadable,
  };
};
