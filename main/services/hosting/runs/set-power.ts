import type { contract } from '#shared/contract/index.ts';
import { needsOff, newPowerProgress, type PowerAction } from '#shared/flows/power.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { PowerReading } from '../../../provider/provider.ts';
import type { ServerRow } from '../../../storage/store/hosting/servers.ts';
import { findOpenRun } from '../../../storage/store/hosting/upgrade-runs.ts';
import { changeProgressShape } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import type { BearerCall, Handler } from '../../handler.ts';
import { loadServerContext, providerOf, requireOffered } from '../hosting-context.ts';
import { mapProviderErrors } from '../provider-errors.ts';
import { refreshServer } from '../servers/servers.ts';
import { newRun, requireUsable, storeRun } from './begin-run.ts';
import { sendIntended } from './call-provider.ts';
import { inTime } from './in-time.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun } from './runs.ts';

/** Refuses what makes no sense for the server as it is, and keeps what was seen of it. @throws AppError STATE_CONFLICT */
const requireSuitable = async (
  { clock }: AppContext,
  { transaction }: BearerCall,
  row: ServerRow,
  action: PowerAction,
  { server, power, isBusy }: PowerReading,
): Promise<void> => {
  await transaction((tx) => refreshServer(tx, row, server, clock.now()));
  requireUsable(server);
  if (isBusy || power === 'moving') {
    throw new AppError('STATE_CONFLICT', { reason: 'server_not_active', params: { status: server.status } });
  }
  if (power === 'on' && needsOff(action)) throw new AppError('STATE_CONFLICT', { reason: 'server_is_on' });
  if (power === 'off' && !needsOff(action)) throw new AppError('STATE_CONFLICT', { reason: 'server_is_off' });
};

/**
 * Turns a server on or off, or restarts it. DECISION 0287: like any change, it is intended first, sent once, and looked up
 * until the provider shows what became of it.
 */
export const setPower: Handler<typeof contract.hosting.setPower> = async (context, { serviceid, action }, call) => {
  const { db, steady } = context;
  const { hosting, server } = await loadServerContext(context, call.caller.principal.tenantId, serviceid);
  const { provider } = hosting;
  requireOffered('power', provider.capabilities.power.includes(action));
  const open = await findOpenRun(db.read, hosting.scope, serviceid);
  if (open) throw new AppError('RUN_OPEN', { run_id: open.id });
  const seen = await mapProviderErrors(provider.getPower({ serviceid, action, after: null, task: null }));
  await requireSuitable(context, call, server, action, seen);
  const runActor = callerRunActor(call, 'setPower');
  // Its tasks so far belong to other requests.
  const progress = newPowerProgress(seen.rid, seen.latest);
  const run = newRun(context, server, runActor, {
    kind: 'power',
    provider: providerOf(hosting.settings),
    state: 'changing',
    wanted: action,
    intended_at: steady.now(),
    change_progress: changeProgressShape.write(progress),
  });
  await call.transaction((tx) => storeRun(context, tx, run, runActor));
  const moved = await inTime(context, hosting, run, (lasting) => {
    let task: string | null = null;
    return sendIntended(lasting, hosting, run, {
      refused: 'change_refused',
      send: async () => {
        ({ task } = await provider.setPower({ serviceid, action }));
      },
      told: () => ({ change_progress: changeProgressShape.write({ ...progress, task }) }),
    });
  });
  return presentRun(moved, steady);
};
