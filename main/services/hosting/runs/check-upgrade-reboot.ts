import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { askReboot } from './quote-plan.ts';

/** A point-in-time check of RAM and CPU (seed 001 §4): only an explicit yes means that a reboot is likely. */
export const checkUpgradeReboot: Handler<typeof contract.hosting.checkUpgradeReboot> = async (
  context,
  { serviceid: serviceId },
  { caller },
) => {
  const { hosting, server } = await loadServerContext(context, caller.principal.tenantId, serviceId);
  return { reboot: await askReboot(hosting, server) };
};
