import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { BillingCycle } from '#shared/flows/hosting.ts';
import type { Finding } from '#shared/flows/upgrade-actions.ts';
import type { Problem } from '#shared/texts/errors.ts';
import { freePort } from '../../support/free-port.ts';
import { callHttp } from '../../support/transports.ts';
import { Account, type HostedServer } from '../provider/account.ts';
import { type ProviderServer, serveAccount } from '../provider/server.ts';
import type { Program } from './program.ts';

const { auth, hosting, security } = contract;

export type Run = OutputOf<typeof hosting.getUpgradeRun>;

/** A request that the program refused. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** An owner, their account at the provider, and one server. Requests that are refused are noted, and the owner goes on. */
export interface World {
  readonly program: Program;
  readonly account: Account;
  readonly provider: ProviderServer;
  readonly server: HostedServer;
  readonly serviceid: string;
  /** How long the slowest answer of the program took, in milliseconds. */
  readonly slowest: () => number;
  /** The last refusal since the last answer about a run. */
  readonly refusal: () => Problem | undefined;
  /** @throws Refused */
  call<Op extends OperationSpec>(operation: Op, input: RequestOf<Op>): Promise<OutputOf<Op>>;
  /** The newest run of the server, or undefined if there is none. */
  latest(): Promise<Run | undefined>;
  start(): Promise<void>;
  choose(rid?: number): Promise<void>;
  order(): Promise<void>;
  pay(): void;
  /** Agrees to the invoice's total, as the console asks. */
  apply(): Promise<void>;
  /** Plans a start for a window that is open now. */
  plan(): Promise<void>;
  confirm(): Promise<void>;
  revert(): Promise<void>;
  cancel(): Promise<void>;
  stopTracking(): Promise<void>;
  changeCycle(cycle: BillingCycle): Promise<void>;
  setManaged(managed: boolean): Promise<void>;
  report(finding: Finding): Promise<void>;
  check(): Promise<void>;
  /** Time passes, then the owner checks. */
  wait(seconds: number): Promise<void>;
  /** What was sent can't arrive any more, and two observations agree. */
  settle(): Promise<void>;
  /** From the choice of a plan to an order. */
  ordered(rid?: number): Promise<void>;
  /** To a server in RESIZED. */
  resized(rid?: number): Promise<void>;
  /** The cost of the server after a sync. */
  syncedCost(): Promise<string | undefined>;
  /** Kills the program at a call to the provider, before or after the provider carries it out. */
  killAt(action: string, when: 'before' | 'after'): void;
  close(): Promise<void>;
}

const password = 'a long winding road 7';
let counter = 0;

/** Signs up an owner, connects an account with one server, and reads it. */
export const createWorld = async (
  program: Program,
  given: Partial<HostedServer> = {},
  budget?: string,
): Promise<World> => {
  counter += 1;
  const key = `key-of-account-${counter}`;
  const account = new Account(() => program.now());
  const server = account.addServer(20_000 + counter, given);
  const provider = await serveAccount(account, key, await freePort());
  const serviceid = String(server.serviceid);
  let refusal: Problem | undefined;
  let slowest = 0;
  let token: string | undefined;
  let trap: { action: string; when: 'before' | 'after' } | undefined;

  const call: World['call'] = async (operation, input) => {
    const begun = performance.now();
    const { body, problem, text } = await callHttp(program.address, operation, input as Record<string, unknown>, {
      token,
    });
    slowest = Math.max(slowest, performance.now() - begun);
    if (problem) throw new Refused(problem);
    if (body === undefined) throw new Error(`${operation.id} answered ${text}`);
    return body as OutputOf<typeof operation>;
  };
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      refusal = undefined;
    } catch (error) {
      if (error instanceof Refused) ({ problem: refusal } = error);
      // A program that was killed answers nothing.
      else if (!(error instanceof TypeError)) throw error;
    }
  };
  provider.beforeEach(async (action, when) => {
    if (trap?.action === action && trap.when === when) {
      trap = undefined;
      await program.kill();
      throw new Error('Nobody waits for the answer any more');
    }
    // Every answer takes a second, so that the program never has to slow down.
    if (when === 'before' && program.hasTestClock) await program.advance(1);
  });

  const email = `owner-${counter}-${process.pid}@example.com`;
  await call(auth.signup, { email, name: 'Olivia Owner', company_name: `Company ${counter}`, password });
  ({ access_token: token } = await call(auth.login, { email, password }));
  const settings = { mode: 'live', base_url: provider.url, key, allow_private_addresses: true } as const;
  await call(hosting.updateProviderSettings, { ...settings, ...(budget !== undefined && { monthly_budget: budget }) });
  const scopes = ['hosting.read', 'hosting.manage'] as const;
  // A key, because sessions depend on the clock.
  ({ key: token } = await call(security.createApiKey, { name: 'Scenario', scopes: [...scopes], password }));
  await call(hosting.syncServers, {});

  const latest = async (): Promise<Run | undefined> => (await call(hosting.listUpgradeRuns, { serviceid })).runs[0];
  const withRun = (work: (run: Run) => Promise<unknown>): Promise<void> =>
    attempt(async () => {
      const run = await latest();
      if (!run) throw new Error('There is no run');
      await work(run);
    });
  const world: World = {
    program,
    account,
    provider,
    server,
    serviceid,
    slowest: () => slowest,
    refusal: () => refusal,
    call,
    latest,
    start: () => attempt(() => call(hosting.startUpgradeRun, { serviceid })),
    choose: (rid = 102) => withRun(({ run_id }) => call(hosting.chooseUpgradePlan, { run_id, rid })),
    order: () => withRun(({ run_id, version }) => call(hosting.orderUpgrade, { run_id, version })),
    pay: () => account.pay(server.serviceid),
    apply: () =>
      withRun(({ order }) =>
        call(hosting.upgradeServer, {
          serviceid,
          ...(order?.total ? { accept_total: order.total } : { accept_unknown_total: true }),
        }),
      ),
    plan: () =>
      withRun(({ run_id }) => {
        const at = (hours: number): string => new Date(program.now() + hours * 3_600_000).toISOString().slice(11, 16);
        return call(hosting.setUpgradeWindow, { run_id, from: at(-1), until: at(2), time_zone: 'Etc/UTC' });
      }),
    confirm: () => attempt(() => call(hosting.confirmUpgrade, { serviceid })),
    revert: () => attempt(() => call(hosting.revertUpgrade, { serviceid })),
    cancel: () => withRun(({ run_id }) => call(hosting.cancelUpgradeRun, { run_id })),
    stopTracking: () => withRun(({ run_id }) => call(hosting.closeUpgradeRun, { run_id, understood: true })),
    changeCycle: (billingcycle) => attempt(() => call(hosting.changeBillingCycle, { serviceid, billingcycle })),
    setManaged: (managed) =>
      attempt(() => call(managed ? hosting.upgradeToManaged : hosting.downgradeToUnmanaged, { serviceid })),
    report: (finding) =>
      withRun(({ run_id, version }) =>
        call(hosting.reportUpgradeFinding, { run_id, version, finding, understood: true }),
      ),
    check: () => withRun(({ run_id, is_open }) => (is_open ? call(hosting.checkUpgradeRun, { run_id }) : latest())),
    async wait(seconds) {
      await program.advance(seconds);
      await world.check();
    },
    async settle() {
      await world.wait(125);
      await world.wait(35);
    },
    async ordered(rid) {
      await world.start();
      await world.choose(rid);
      await world.order();
    },
    async resized(rid) {
      await world.ordered(rid);
      world.pay();
      await world.apply();
      await world.check();
    },
    async syncedCost() {
      const { servers } = await call(hosting.syncServers, {});
      return servers.find((candidate) => candidate.serviceid === serviceid)?.approximate_cost;
    },
    killAt(action, when) {
      trap = { action, when };
    },
    close: () => provider.close(),
  };
  return world;
};
