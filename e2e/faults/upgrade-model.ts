import { expect } from 'vitest';
import { createHanging } from '#e2e/support/hanging.ts';
import {
  createEmulatedAccount,
  type EmulatedAccount,
  liveSettings,
  monthlyServer,
  type Run,
} from '#e2e/support/hosting.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestService, type TestService } from '#e2e/support/test-service.ts';
import type { FaultName } from '#main/provider/emulator/faults.ts';
import { openOrder } from '#main/provider/emulator/rules.ts';
import { advanceOpenRuns } from '#main/services/hosting/advance-runs.ts';
import { windowTimes } from '#main/services/hosting/runs/window-times.ts';
import { findOpenRun } from '#main/storage/store/hosting/upgrade-runs.ts';
import { windowOf } from '#main/storage/store/stored-columns.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, RequestOf } from '#shared/contract/operation.ts';
import type { RunState } from '#shared/flows/upgrade-flow.ts';
import { AppError } from '#shared/texts/errors.ts';

const { hosting } = contract;

export const serviceId = monthlyServer;

/** The service with its tenant, the provider, and what was observed of both. */
export interface Real {
  readonly app: TestService;
  readonly account: EmulatedAccount;
  readonly tenantId: string;
  readonly owners: [Actor, Actor];
  /** Calls that requested an order while one was open. */
  secondOrders: number;
  /** Ended runs that were already checked. */
  readonly judged: Set<string>;
  /** How the next calls fail. */
  readonly faults: { fault: FaultName; action: string; times: number }[];
  /** Orders that were not placed through the service. */
  readonly elsewhere: Set<number>;
  /** The next reads of the server show this status. */
  shownStatus: { status: string; left: number };
  /** The next reads of the server show it as it was before. */
  stale: { left: number; last?: string };
  /** Whether the service itself looks after runs at the moment. */
  isAdvancing: boolean;
  /** Errors that are not a documented answer of an operation. */
  readonly broken: unknown[];
}

export const serverUpstream = ({ account }: Real) => {
  const server = account.emulator().state.servers.find((candidate) => String(candidate.serviceid) === serviceId);
  if (!server) throw new Error('The emulator has lost its server');
  return server;
};

export const call = async <Op extends OperationSpec>(real: Real, who: 0 | 1, operation: Op, input: RequestOf<Op>) => {
  try {
    // API keys have no idle timeout, however long a sequence waits.
    return await real.app.call(operation, input, { token: real.owners[who].apiKey.key });
  } catch (error) {
    if (!(error instanceof AppError) || error.key === 'INTERNAL') real.broken.push(error);
    return undefined;
  }
};

const runsOf = async ({ app, owners }: Real): Promise<Run[]> => {
  const answer = await app.call(hosting.listUpgradeRuns, { serviceid: serviceId }, { token: owners[0].apiKey.key });
  return answer.runs;
};

export const openRun = async (real: Real): Promise<Run | undefined> =>
  (await runsOf(real)).find(({ is_open }) => is_open);

/** Reports what the provider's client area shows, as far as the run allows a report. */
export const reportTruth = async (real: Real, who: 0 | 1, { run_id, version, refused }: Run): Promise<void> => {
  const server = serverUpstream(real);
  const order = openOrder(real.account.emulator().state, server.serviceid);
  const finding = order === undefined ? 'no_order' : order.status === 'paid' ? 'paid' : undefined;
  if (finding === undefined || refused[`report_${finding}`]) return;
  await call(real, who, hosting.reportUpgradeFinding, { run_id, version, finding, understood: true });
};

/** States that were reached: a search that gets nowhere proves nothing. */
export const reached = new Set<RunState>();

/** Checks the invariants that hold after every step. */
export const judge = async (real: Real): Promise<void> => {
  expect(real.broken).toEqual([]);
  expect(real.secondOrders, 'ordered while an order was open').toBe(0);
  const runs = await runsOf(real);
  expect(runs.filter(({ is_open }) => is_open).length).toBeLessThanOrEqual(1);
  const server = serverUpstream(real);
  real.account.emulator().settle();
  for (const run of runs) {
    reached.add(run.state);
    if (run.is_open) {
      expect(run.refused.check, 'nobody can check the run').toBeUndefined();
      const isStuck = run.refused.cancel !== undefined && run.refused.close !== undefined;
      if (isStuck) expect(run.refused.close, 'there is no way forward').toBe('settling');
      continue;
    }
    if (real.judged.has(run.run_id)) continue;
    real.judged.add(run.run_id);
    const seen = { cpu: server.spec.cpu, ram_mb: server.spec.ram * 1_024, disk_gb: server.spec.disk };
    const sizesOf = ({ cpu, ram_mb, disk_gb }: Run['before']) => ({ cpu, ram_mb, disk_gb });
    if (run.state === 'confirmed') {
      expect(server.status).toBe('ACTIVE');
      if (run.plan) expect(seen, 'confirmed, but not what was ordered').toEqual(sizesOf(run.plan.sizes));
      else if (run.before.cpu !== null)
        expect(seen, 'confirmed, but nothing has changed').not.toEqual(sizesOf(run.before));
    }
    if (run.state === 'reverted') {
      expect(server.status).toBe('ACTIVE');
      if (run.before.cpu !== null) expect(seen, 'reverted, but not to the previous size').toEqual(sizesOf(run.before));
    }
    if (run.state === 'changed' && run.kind === 'billing_cycle') expect(server.billingcycle).toBe(run.wanted);
    if (run.state === 'changed' && run.kind === 'service_level') expect(server.managed).toBe(run.wanted === 'managed');
    if (run.state === 'cancelled') {
      const left = openOrder(real.account.emulator().state, server.serviceid);
      if (left && !real.elsewhere.has(left.id)) expect(left, 'cancelled, but ordered here').toBeUndefined();
    }
  }
};

/** The service, with a new account and tenant for each sequence. */
export interface UpgradeModel {
  readonly app: TestService;
  setUp(): Promise<Real>;
}

export const createUpgradeModel = async (): Promise<UpgradeModel> => {
  let account: EmulatedAccount;
  const given = (): EmulatedAccount => account;
  const hanging = createHanging();
  const app = await createTestService(
    { 'rate-limits': 'off' },
    {
      provider: {
        delay: async () => {},
        random: () => 0,
        timeoutSignal: hanging.timeoutSignal,
        send: (options) => (request) => given().dependencies.send(options)(request),
      },
    },
  );
  const passwordHash = await hashSeedPassword(app.service.context);
  return {
    app,
    async setUp() {
      account = createEmulatedAccount(app.clock, {}, hanging);
      const { own } = await createSeedData(app.service.context, passwordHash, 'same');
      const real: Real = {
        app,
        account,
        tenantId: own.id,
        owners: [own.owner, own.coOwner],
        secondOrders: 0,
        judged: new Set(),
        faults: [],
        elsewhere: new Set(),
        shownStatus: { status: '', left: 0 },
        stale: { left: 0 },
        isAdvancing: false,
        broken: [],
      };
      watchOrders(real);
      await app.call(hosting.cancelUpgradeRun, { run_id: own.hosting.runId }, { token: own.owner.token });
      await app.call(hosting.updateProviderSettings, liveSettings, { token: own.owner.token });
      await app.call(hosting.syncServers, {}, { token: own.owner.token });
      return real;
    },
  };
};

/** Shows the server with another status, or as it was at an earlier read. */
const distort = async ({ shownStatus, stale }: Real, answer: Response): Promise<Response> => {
  const text = await answer.text();
  const before = stale.last ?? text;
  if (stale.left > 0) {
    stale.left -= 1;
    return new Response(before);
  }
  stale.last = text;
  if (shownStatus.left === 0) return new Response(text);
  shownStatus.left -= 1;
  return new Response(text.replace(/"status":"[^"]*"/, `"status":"${shownStatus.status}"`));
};

/** How often the service started an upgrade on its own: a search in which it never does proves nothing. */
export const startsByItself = { count: 0 };

/** The service applies an order on its own only if that is planned, and only in the planned window. */
const judgeStart = async ({ app, tenantId, broken }: Real): Promise<void> => {
  startsByItself.count += 1;
  const run = await findOpenRun(app.service.context.db.read, { tenantId, mode: 'live' }, serviceId);
  const window = run && windowOf(run);
  const now = app.clock.now();
  if (!window) broken.push(new Error('started without a plan'));
  else if (windowTimes(window, now).start > now) broken.push(new Error('started outside of the planned window'));
};

/** Lets the service look after open runs, as it does every few seconds. */
export const advance = async (real: Real): Promise<void> => {
  real.isAdvancing = true;
  try {
    await advanceOpenRuns(real.app.service.context);
  } finally {
    real.isAdvancing = false;
  }
};

/** Counts second orders as the provider receives them, and makes calls fail as planned. */
const watchOrders = (real: Real): void => {
  const emulator = real.account.emulator();
  const handle = emulator.handle.bind(emulator);
  emulator.handle = async (request) => {
    const form = new URLSearchParams(await request.clone().text());
    const isSecond = openOrder(emulator.state, Number(form.get('serviceid'))) !== undefined;
    const action = form.get('action') ?? '';
    if (action === 'upgrade_instance' && isSecond) real.secondOrders += 1;
    if (action === 'upgrade_server' && real.isAdvancing) await judgeStart(real);
    const planned = real.faults.find((plan) => plan.action === action && plan.times > 0);
    if (planned) {
      planned.times -= 1;
      emulator.fail(planned.fault, { action });
    }
    const answer = await handle(request);
    return action === 'get_instance' && !planned ? distort(real, answer) : answer;
  };
};
