import { createService } from '#main/app/compose.ts';
import { readConfig } from '#main/config/config.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createLogger } from '#main/platform/logger.ts';
import { systemDependencies } from '#main/provider/connections.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/texts/errors.ts';

/**
 * Takes a server from wherever its newest run is to the end of that run, and prints how it ended. Gets killed on the
 * way. Arguments: data folder, API key, the server, the goal (`confirm`, `revert` or a billing cycle), and how far its
 * clock is ahead, in milliseconds.
 */
const [dataDir = '', key = '', serviceId = '', goal = '', ahead = '0'] = process.argv.slice(2);
const { hosting } = contract;

const config = readConfig({ 'data-dir': dataDir, 'bcrypt-cost': '10', 'rate-limits': 'off' }, process.env, undefined);
const service = await createService(config, {
  // After a restart, what is unproven waits again: here a second passes in five milliseconds.
  clock: { now: () => systemClock.now() + Number(ahead), uptime: () => systemClock.now() * (ahead === '0' ? 1 : 200) },
  log: createLogger('silent'),
  // The emulator needs no throttling.
  provider: { ...systemDependencies, delay: async () => {} },
});
service.announce('http://127.0.0.1:4310');
await service.start();

const client = { ip: '127.0.0.1', userAgent: 'upgrade-child', background: false, requestId: 'req_upgrade' };
const call = async <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>): Promise<OutputOf<Op>> =>
  (await invoke(service.context, operation, input, { authorization: `Bearer ${key}`, client })) as OutputOf<Op>;
type Run = OutputOf<typeof hosting.getUpgradeRun>;

const begin = (): Promise<Run> =>
  goal === 'confirm' || goal === 'revert'
    ? call(hosting.startUpgradeRun, { serviceid: serviceId })
    : call(hosting.changeBillingCycle, { serviceid: serviceId, billingcycle: goal as 'annually' });

const takeNextStep = ({ run_id, version, state, plan, order, refused }: Run): Promise<Run> => {
  if (state === 'choosing' && !plan) return call(hosting.chooseUpgradePlan, { run_id, rid: 102 });
  if (state === 'choosing') return call(hosting.orderUpgrade, { run_id, version });
  if (state === 'awaiting_payment') {
    return call(hosting.upgradeServer, { serviceid: serviceId, ...(order?.total && { accept_total: order.total }) });
  }
  if (state === 'resized') {
    return goal === 'confirm'
      ? call(hosting.confirmUpgrade, { serviceid: serviceId })
      : call(hosting.revertUpgrade, { serviceid: serviceId });
  }
  // Killed before its order was sent: only its owner can know that there is none.
  if (state === 'ordering' && !refused.report_no_order) {
    return call(hosting.reportUpgradeFinding, { run_id, version, finding: 'no_order', understood: true });
  }
  return call(hosting.checkUpgradeRun, { run_id });
};

for (;;) {
  const { runs } = await call(hosting.listUpgradeRuns, { serviceid: serviceId });
  const [run] = runs;
  if (run && !run.is_open) {
    process.stdout.write(`ended ${run.state}\n`);
    break;
  }
  await (run ? takeNextStep(run) : begin()).catch((error: unknown) => {
    // The poll may have come first. Any other refusal shows in the state of the run.
    if (!(error instanceof AppError) || error.key === 'INTERNAL') throw error;
  });
}
await service.stop();
