import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { contract } from '#shared/contract/index.ts';
import { runTimesMs } from '#shared/flows/hosting.ts';
import { runStates } from '#shared/flows/upgrade-flow.ts';
import { queueStates } from '#shared/flows/upgrade-queue.ts';
import { endQueue, reachedQueues } from './queue-steps.ts';
import {
  advance,
  call,
  createUpgradeModel,
  judge,
  openRun,
  type Real,
  reached,
  reportTruth,
  serviceId,
  startsByItself,
  type UpgradeModel,
} from './upgrade-model.ts';
import { steps } from './upgrade-steps.ts';

const { hosting } = contract;

/** Every run uses the same sequences. Raise the number to search further. */
const search = { seed: 4_711, numRuns: Number(process.env.CASTELLAN_MODEL_RUNS ?? 40), endOnFailure: true };

let model: UpgradeModel;
beforeAll(async () => {
  model = await createUpgradeModel();
});
afterAll(() => model.app.close());

/** Once nothing fails anymore, an owner can end the run with the available actions. */
const endRun = async (real: Real): Promise<void> => {
  const { app } = real;
  real.faults.length = 0;
  expect(await endQueue(real), 'the orders of several servers cannot be ended').toBe(true);
  for (let turn = 0; turn < 12; turn += 1) {
    app.clock.advance(runTimesMs.settle);
    await advance(real);
    const run = await openRun(real);
    if (!run) return;
    const { run_id } = run;
    if (run.state === 'choosing') await call(real, 0, hosting.cancelUpgradeRun, { run_id });
    if (run.state === 'awaiting_payment') {
      real.account.emulator().payInvoice(run.order?.invoiceid ?? 0);
      const accept_total = run.order?.total;
      await call(real, 0, hosting.upgradeServer, { serviceid: serviceId, ...(accept_total && { accept_total }) });
      if (run.order_missing) await reportTruth(real, 0, run);
    }
    if (run.state === 'ordering') await reportTruth(real, 0, run);
    if (run.state === 'resized') await call(real, 0, hosting.confirmUpgrade, { serviceid: serviceId });
    if (turn > 8) await call(real, 0, hosting.closeUpgradeRun, { run_id, understood: true });
    await judge(real);
  }
  expect(await openRun(real), 'the run cannot be ended').toBeUndefined();
};

describe('any sequence of steps, faults, restarts and two owners', () => {
  it('never orders twice, never reports an unproven success, and always leaves a way forward', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (sequence) => {
        const real = await model.setUp();
        await fc.asyncModelRun(() => ({ model: {}, real }), sequence);
        await endRun(real);
        const { db, audit } = model.app.service.context;
        expect((await verifyAuditChain(db.read, audit, real.tenantId)).valid).toBe(true);
      }),
      search,
    );
    expect(runStates.filter((state) => !reached.has(state))).toEqual([]);
    expect([...reachedQueues].sort()).toEqual([...queueStates].sort());
    expect(startsByItself.count).toBeGreaterThan(0);
  });
});
