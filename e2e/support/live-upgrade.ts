import { advanceOpenRuns } from '#main/services/hosting/advance-runs.ts';
import { contract } from '#shared/contract/index.ts';
import type { Finding } from '#shared/flows/upgrade-actions.ts';
import { createLiveService, type HostingCaller, hostingCaller, liveSettings, monthlyServer, plans } from './hosting.ts';

const { hosting } = contract;

/** A live account and the steps of one server's upgrade, taken by its owner. */
export const createLiveUpgrade = async () => {
  const live = await createLiveService();
  const { app, emulator } = live;
  let { owner } = live;
  const call: HostingCaller['call'] = (operation, input) => owner.call(operation, input);
  const check = ({ run_id }: { run_id: string }) => call(hosting.checkUpgradeRun, { run_id });
  return {
    ...live,
    call,
    check,
    /** Does once what the service does by itself at intervals. */
    advance: () => advanceOpenRuns(app.service.context),
    /** Sessions depend on the system clock, so sign in again after it was set. */
    async signInAgain() {
      owner = hostingCaller(app, await app.login(live.owner.person), live.pay);
    },
    /** Checks the run after some time. */
    wait(run: { run_id: string }, milliseconds: number) {
      app.clock.advance(milliseconds);
      return check(run);
    },
    /** Reports what an owner found at the provider. */
    async report({ run_id }: { run_id: string }, finding: Finding) {
      const { version } = await call(hosting.getUpgradeRun, { run_id });
      return call(hosting.reportUpgradeFinding, { run_id, version, finding, understood: true });
    },
    /** A run with a plan, before its order. */
    async chosen(rid: number = plans.next) {
      const { run_id } = await call(hosting.startUpgradeRun, { serviceid: monthlyServer });
      return call(hosting.chooseUpgradePlan, { run_id, rid });
    },
    order: ({ run_id, version }: { run_id: string; version: number }) =>
      call(hosting.orderUpgrade, { run_id, version }),
    /** Makes the provider show other values of the server than it has, until the returned function is called. */
    showServer: (values: object) =>
      live.interfere('get_instance', async (real) => {
        const { success } = (await (await real()).json()) as { success: object };
        return { success: { ...success, ...values } };
      }),
    /** The server at the provider. */
    server() {
      const [server] = emulator.state.servers;
      if (!server) throw new Error('The emulator has no server');
      return server;
    },
    /** Pays every invoice, as an owner does in the provider's client area. */
    payAll() {
      for (const { invoiceid } of emulator.state.orders) if (invoiceid !== null) emulator.payInvoice(invoiceid);
    },
    /** More servers like the first one, as the service knows them. */
    async moreServers(count: number): Promise<string[]> {
      const [first] = emulator.state.servers;
      if (!first) throw new Error('The emulator has no server');
      const ids = Array.from({ length: count }, (_, index) => 20_001 + index);
      emulator.state.servers.push(...ids.map((serviceid) => ({ ...structuredClone(first), serviceid })));
      await call(hosting.syncServers, {});
      return ids.map(String);
    },
    /** From now on, each answer of the provider takes so long. */
    slowDown(milliseconds: number) {
      const handle = emulator.handle.bind(emulator);
      emulator.handle = (request) => {
        app.clock.advance(milliseconds);
        return handle(request);
      };
    },
    /** Another team that is connected to the same account. */
    async otherTeam() {
      const other = hostingCaller(app, await app.owner(), live.pay);
      await other.call(hosting.updateProviderSettings, liveSettings);
      await other.call(hosting.syncServers, {});
      return other;
    },
  };
};
export type LiveUpgrade = Awaited<ReturnType<typeof createLiveUpgrade>>;
