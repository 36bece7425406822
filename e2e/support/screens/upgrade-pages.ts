import { tablesOf } from '#main/storage/database/tables.ts';
import { orderShape } from '#main/storage/store/stored-shapes.ts';
import { contract } from '#shared/contract/index.ts';
import { type HostingCaller, hostingCaller, monthlyServer } from '../hosting.ts';
import type { Cast } from './screen-test.ts';

const { hosting } = contract;

/** Connects the sandbox, takes a run some steps, and opens its page. */
export const openUpgrade = async ({ app, owner, open }: Cast, steps: (caller: HostingCaller) => Promise<unknown>) => {
  const caller = hostingCaller(app, owner);
  await caller.call(hosting.updateProviderSettings, { mode: 'sandbox' });
  await caller.call(hosting.syncServers, {});
  await steps(caller);
  return open(owner, `/dashboard/hosting/${monthlyServer}/upgrade`);
};
/** For {@link openUpgrade}: no steps. */
export const nothing = async () => {};
/** The organization's runs, newest first. */
export const runsOf = async ({ read, owner }: Cast) => (await read(owner, hosting.listUpgradeRuns, {})).runs;
export const runOf = async (cast: Cast) => (await runsOf(cast))[0];

/** The names of the sandbox's plans. */
export const planName = async ({ read, owner }: Cast, rid: number): Promise<string> => {
  const { price_options } = await read(owner, hosting.getPriceList, { serviceid: monthlyServer, managed: 0 });
  return price_options.find((plan) => plan.rid === rid)?.name ?? '';
};

/** Lets a run have an order that the provider shows. */
export const setOrder = ({ app }: Cast, runId: string, order: { invoiceid: number; total: string }) =>
  tablesOf(app.service.context.db.write)
    .updateTable('upgrade_runs')
    .set({
      provider_order: orderShape.write({ id: 9_001, orderid: 9_002, duedate: '2026-02-01', currency: null, ...order }),
    })
    .where('id', '=', runId)
    .execute();

/** Lets a run's invoice differ from what was ordered. @param total that was agreed, in minor units */
export const setAgreedTotal = ({ app }: Cast, runId: string, total: number) =>
  tablesOf(app.service.context.db.write)
    .updateTable('upgrade_runs')
    .set({ agreed_total: total })
    .where('id', '=', runId)
    .execute();
