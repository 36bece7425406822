import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmulatedAccount,
  type EmulatedAccount,
  liveSettings,
  monthlyServer,
  plans,
  type Run,
} from '#e2e/fixtures/hosting.ts';
import { createTestService, type TestService } from '#e2e/fixtures/test-service.ts';
import { type Actor, createWorld, hashWorldPassword } from '#e2e/fixtures/world.ts';
import { type FaultName, faultNames } from '#main/provider/emulator/faults.ts';
import { openOrder, orderUpgrade, Refusal } from '#main/provider/emulator/rules.ts';
import { verifyAuditChain } from '#main/security/audit-verification.ts';
import { advanceOpenRuns } from '#main/services/hosting/runs/advance-runs.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, RequestOf } from '#shared/contract/operation.ts';
import { AppError } from '#shared/errors.ts';
import { type Decision, runTimes } from '#shared/hosting.ts';
import { day, hour, second } from '#shared/limits.ts';
import { type RunState, runStates } from '#shared/upgrade-flow.ts';

const { hosting } = contract;

/** The same sequences in every run; raise the number to search further. */
const search = { seed: 4_711, numRuns: Number(process.env.CASTELLAN_MODEL_RUNS ?? 30), endOnFailure: true };

let app: TestService;
let account: EmulatedAccount;
let passwordHash: string;
beforeAll(async () => {
  const given = (): EmulatedAccount => account;
  app = await createTestService(
    { 'rate-limits': 'off' },
    {
      provider: {
        delay: async () => {},
        random: () => 0,
        timeoutSignal: () => AbortSignal.timeout(10),
        send: (options) => (request) => given().surroundings.send(options)(request),
      },
    },
  );
  passwordHash = await hashWorldPassword(app.service.context);
});
afterAll(() => app.close());

const serviceid = monthlyServer;

/** The service with its tenant on one side, the provider on the other, and what was seen of both. */
interface Real {
  tenantId: string;
  owners: [Actor, Actor];
  /** Calls that asked for an order while there was one. */
  secondOrders: number;
  /** Runs whose end was judged. */
  judged: Set<string>;
  /** How the next calls fail. */
  faults: { fault: FaultName; action: string; times: number }[];
  /** Errors that are no answer of an operation. */
  broken: unknown[];
}

const serverUpstream = () => {
  const server = account.emulator().state.servers.find((candidate) => String(candidate.serviceid) === serviceid);
  if (!server) throw new Error('The emulator has lost its server');
  return server;
};

const call = async <Op extends OperationSpec>(real: Real, who: 0 | 1, operation: Op, input: RequestOf<Op>) => {
  try {
    // Keys do not fall idle, however long a sequence waits.
    return await app.call(operation, input, { token: real.owners[who].apiKey.key });
  } catch (error) {
    if (!(error instanceof AppError) || error.key === 'INTERNAL') real.broken.push(error);
    return undefined;
  }
};

const runsOf = async (real: Real): Promise<Run[]> => {
  const answer = await app.call(hosting.listUpgradeRuns, { serviceid }, { token: real.owners[0].apiKey.key });
  return answer.runs;
};
const openRun = async (real: Real): Promise<Run | undefined> => (await runsOf(real)).find(({ is_open }) => is_open);

/** States that were seen: a search that gets nowhere proves nothing. */
const reached = new Set<RunState>();

/** What must hold after every step, whatever came before. */
const judge = async (real: Real): Promise<void> => {
  expect(real.broken).toEqual([]);
  expect(real.secondOrders, 'an order was asked for while there was one').toBe(0);
  const runs = await runsOf(real);
  expect(runs.filter(({ is_open }) => is_open).length).toBeLessThanOrEqual(1);
  const server = serverUpstream();
  account.emulator().settle();
  for (const run of runs) {
    reached.add(run.state);
    if (run.is_open) {
      expect(run.refused.check, 'nobody can look any more').toBeUndefined();
      const isStuck = run.refused.cancel !== undefined && run.refused.close !== undefined;
      if (isStuck) expect(run.refused.close, 'there is no way forward').toBe('settling');
      continue;
    }
    if (real.judged.has(run.run_id)) continue;
    real.judged.add(run.run_id);
    const seen = { cpu: server.spec.cpu, ram_mb: server.spec.ram * 1_024, disk_gb: server.spec.disk };
    const told = ({ cpu, ram_mb, disk_gb }: Run['before']) => ({ cpu, ram_mb, disk_gb });
    if (run.state === 'confirmed') {
      expect(server.status).toBe('ACTIVE');
      if (run.plan) expect(seen, 'confirmed, and not what was ordered').toEqual(told(run.plan.sizes));
      else if (run.before.cpu !== null)
        expect(seen, 'confirmed, and nothing has changed').not.toEqual(told(run.before));
    }
    if (run.state === 'reverted') {
      expect(server.status).toBe('ACTIVE');
      if (run.before.cpu !== null) expect(seen, 'reverted, and not as before').toEqual(told(run.before));
    }
    if (run.state === 'changed' && run.kind === 'billing_cycle') expect(server.billingcycle).toBe(run.wanted);
    if (run.state === 'changed' && run.kind === 'service_level') expect(server.managed).toBe(run.wanted === 'managed');
    if (run.state === 'cancelled') expect(openOrder(account.emulator().state, server.serviceid)).toBeUndefined();
  }
};

class Step implements fc.AsyncCommand<object, Real> {
  private readonly name: string;
  private readonly act: (real: Real) => Promise<unknown>;
  constructor(name: string, act: (real: Real) => Promise<unknown>) {
    this.name = name;
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_model: object, real: Real): Promise<void> {
    await this.act(real);
    await judge(real);
  }
  toString(): string {
    return this.name;
  }
}

const who = fc.constantFrom<0 | 1>(0, 1);
const ofRun = (name: string, act: (real: Real, by: 0 | 1, run: Run) => Promise<unknown>): fc.Arbitrary<Step> =>
  who.map(
    (by) =>
      new Step(`${name} by ${by}`, async (real) => {
        const run = await openRun(real);
        if (run) await act(real, by, run);
      }),
  );
const ofServer = (name: string, act: (real: Real, by: 0 | 1) => Promise<unknown>): fc.Arbitrary<Step> =>
  who.map((by) => new Step(`${name} by ${by}`, (real) => act(real, by)));

const rid = fc.constantFrom(plans.next, plans.larger);
const writes = [
  'upgrade_instance',
  'upgrade_server',
  'confirm_upgrade',
  'revert_upgrade',
  'change_billing_cycle',
  'upgrade_to_managed',
];
const actions = [...writes, 'check_upgrade_order', 'get_instance'];

/** The next step that leads further, as somebody takes it who wants to arrive. */
const goOn = async (real: Real, by: 0 | 1, decision: Decision): Promise<void> => {
  const run = await openRun(real);
  if (!run) return void (await call(real, by, hosting.startUpgradeRun, { serviceid }));
  const { run_id, version, state, plan, order } = run;
  if (state === 'choosing' && !plan) await call(real, by, hosting.chooseUpgradePlan, { run_id, rid: plans.larger });
  else if (state === 'choosing') await call(real, by, hosting.orderUpgrade, { run_id, version });
  else if (state === 'awaiting_payment') {
    account.emulator().payInvoice(order?.invoiceid ?? 0);
    await call(real, by, hosting.upgradeServer, { serviceid });
  } else if (state === 'resized') {
    await call(real, by, decision === 'confirm' ? hosting.confirmUpgrade : hosting.revertUpgrade, { serviceid });
  } else {
    app.clock.advance(30 * second);
    await call(real, by, hosting.checkUpgradeRun, { run_id });
  }
};

/** Steps whose call fails in the way that is hardest: nobody knows whether it was carried out. */
const uncertainSteps = fc
  .tuple(
    who,
    fc.constantFrom<FaultName>('timeout_before', 'timeout_after', 'reset_before', 'reset_after', 'html_after', 'empty'),
    fc.constantFrom('confirm', 'revert', 'cycle', 'managed'),
  )
  .map(
    ([by, fault, goal]) =>
      new Step(`go on to ${goal} by ${by}, while it fails: ${fault}`, async (real) => {
        const planned = writes.map((action) => ({ fault, action, times: 1 }));
        real.faults.push(...planned);
        if (goal === 'cycle')
          await call(real, by, hosting.changeBillingCycle, { serviceid, billingcycle: 'quarterly' });
        else if (goal === 'managed') await call(real, by, hosting.upgradeToManaged, { serviceid });
        else await goOn(real, by, goal === 'confirm' ? 'confirm' : 'revert');
        for (const plan of planned) plan.times = 0;
      }),
  );

const furtherSteps = fc
  .tuple(who, fc.constantFrom<Decision>('confirm', 'revert'))
  .map(([by, decision]) => new Step(`go on to ${decision} by ${by}`, (real) => goOn(real, by, decision)));

const steps: fc.Arbitrary<Step>[] = [
  // Most sequences would otherwise never get far.
  ...Array.from({ length: 14 }, () => furtherSteps),
  ...Array.from({ length: 6 }, () => uncertainSteps),
  ofServer('start', (real, by) => call(real, by, hosting.startUpgradeRun, { serviceid })),
  fc.tuple(who, rid).map(
    ([by, chosen]) =>
      new Step(`choose ${chosen} by ${by}`, async (real) => {
        const run = await openRun(real);
        if (run) await call(real, by, hosting.chooseUpgradePlan, { run_id: run.run_id, rid: chosen });
      }),
  ),
  ofRun('order', (real, by, { run_id, version }) => call(real, by, hosting.orderUpgrade, { run_id, version })),
  ofRun('order twice at once', (real, _by, { run_id, version }) =>
    Promise.all(([0, 1] as const).map((by) => call(real, by, hosting.orderUpgrade, { run_id, version }))),
  ),
  fc
    .tuple(who, rid)
    .map(
      ([by, chosen]) =>
        new Step(`upgrade to ${chosen} by ${by}`, (real) =>
          call(real, by, hosting.upgradeInstance, { serviceid, rid: chosen }),
        ),
    ),
  ofRun('pay', async (_real, _by, { order }) => account.emulator().payInvoice(order?.invoiceid ?? 0)),
  ofServer('apply', (real, by) => call(real, by, hosting.upgradeServer, { serviceid })),
  ofServer('confirm', (real, by) => call(real, by, hosting.confirmUpgrade, { serviceid })),
  ofServer('revert', (real, by) => call(real, by, hosting.revertUpgrade, { serviceid })),
  fc.constantFrom<Decision>('confirm', 'revert').map(
    (decision) =>
      new Step(`default ${decision}`, async (real) => {
        const run = await openRun(real);
        if (run) await call(real, 0, hosting.setUpgradeDefault, { run_id: run.run_id, decision });
      }),
  ),
  ofRun('check', (real, by, { run_id }) => call(real, by, hosting.checkUpgradeRun, { run_id })),
  ofRun('cancel', (real, by, { run_id }) => call(real, by, hosting.cancelUpgradeRun, { run_id })),
  ofRun('close', (real, by, { run_id }) => call(real, by, hosting.closeUpgradeRun, { run_id, understood: true })),
  fc
    .constantFrom('monthly' as const, 'annually' as const, 'hourly' as const)
    .map(
      (billingcycle) =>
        new Step(`cycle ${billingcycle}`, (real) =>
          call(real, 0, hosting.changeBillingCycle, { serviceid, billingcycle }),
        ),
    ),
  ofServer('managed', (real, by) => call(real, by, hosting.upgradeToManaged, { serviceid })),
  rid.map(
    (chosen) =>
      new Step(`order ${chosen} elsewhere`, async () => {
        try {
          orderUpgrade(account.emulator().state, serverUpstream(), { rid: chosen }, app.clock.now());
        } catch (error) {
          // The client area refuses as the interface does.
          if (!(error instanceof Refusal)) throw error;
        }
      }),
  ),
  fc.constant(new Step('cancel the order elsewhere', async () => account.emulator().cancelOrder(Number(serviceid)))),
  fc.constant(new Step('look after open runs', () => advanceOpenRuns(app.service.context))),
  fc.constant(new Step('restart', () => app.restart())),
  fc
    .constantFrom(1 * second, 30 * second, runTimes.settle, hour, runTimes.decide, 2 * day)
    .map((time) => new Step(`wait ${time / second} s`, async () => app.clock.advance(time))),
  fc
    .tuple(fc.constantFrom<FaultName>(...faultNames), fc.constantFrom(...actions), fc.integer({ min: 1, max: 5 }))
    .map(
      ([fault, action, times]) =>
        new Step(`${action} fails ${times} times: ${fault}`, async (real) =>
          real.faults.push({ fault, action, times }),
        ),
    ),
];

/** A tenant of its own with two owners, and an account of its own at the provider. */
const setUp = async (): Promise<Real> => {
  account = createEmulatedAccount(app.clock);
  const { own } = await createWorld(app.service.context, passwordHash);
  const real: Real = {
    tenantId: own.id,
    owners: [own.owner, own.coOwner],
    secondOrders: 0,
    judged: new Set(),
    faults: [],
    broken: [],
  };
  const emulator = account.emulator();
  const handle = emulator.handle.bind(emulator);
  emulator.handle = async (request) => {
    const form = new URLSearchParams(await request.clone().text());
    const isSecond = openOrder(emulator.state, Number(form.get('serviceid'))) !== undefined;
    const action = form.get('action') ?? '';
    if (action === 'upgrade_instance' && isSecond) real.secondOrders += 1;
    const planned = real.faults.find((plan) => plan.action === action && plan.times > 0);
    if (planned) {
      planned.times -= 1;
      emulator.fail(planned.fault, { action });
    }
    return handle(request);
  };
  await app.call(hosting.cancelUpgradeRun, { run_id: own.hosting.runId }, { token: own.owner.token });
  await app.call(hosting.updateProviderSettings, liveSettings, { token: own.owner.token });
  await app.call(hosting.syncServers, {}, { token: own.owner.token });
  return real;
};

/** Once nothing fails any more, an owner comes to an end with the buttons that there are. */
const bringToAnEnd = async (real: Real): Promise<void> => {
  real.faults.length = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    app.clock.advance(runTimes.settle);
    await advanceOpenRuns(app.service.context);
    const run = await openRun(real);
    if (!run) return;
    const { run_id } = run;
    if (run.state === 'choosing') await call(real, 0, hosting.cancelUpgradeRun, { run_id });
    if (run.state === 'awaiting_payment') {
      account.emulator().payInvoice(run.order?.invoiceid ?? 0);
      await call(real, 0, hosting.upgradeServer, { serviceid });
      if (run.order_missing) await call(real, 0, hosting.cancelUpgradeRun, { run_id });
    }
    if (run.state === 'resized') await call(real, 0, hosting.confirmUpgrade, { serviceid });
    if (turn > 8) await call(real, 0, hosting.closeUpgradeRun, { run_id, understood: true });
    await judge(real);
  }
  expect(await openRun(real), 'a run that cannot be ended').toBeUndefined();
};
describe('any sequence of steps, faults, restarts and two owners', () => {
  it('never orders twice, never tells a success that was not proven, and always leaves a way forward', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (sequence) => {
        const real = await setUp();
        await fc.asyncModelRun(() => ({ model: {}, real }), sequence);
        await bringToAnEnd(real);
        const { db, audit } = app.service.context;
        expect((await verifyAuditChain(db.read, audit, real.tenantId)).valid).toBe(true);
      }),
      search,
    );
    expect(runStates.filter((state) => !reached.has(state))).toEqual([]);
  });
});
