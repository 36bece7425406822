import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadServerContext } from '../hosting-context.ts';
import { beginUpgrade } from './begin-run.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun, reloadRun } from './runs.ts';

/** Begins an upgrade from the server's current state at the provider. */
export const startUpgradeRun: Handler<typeof contract.hosting.startUpgradeRun> = async (
  context,
  { serviceid: serviceId },
  call,
) => {
  const { db, steady } = context;
  const { hosting, server } = await loadServerContext(context, call.caller.principal.tenantId, serviceId);
  const runActor = callerRunActor(call, 'startUpgradeRun');
  const run = await beginUpgrade(context, hosting, server, runActor);
  return presentRun(await reloadRun(db.read, run), steady);
};
