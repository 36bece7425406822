import { contract } from '#shared/contract/index.ts';
import { hostingCaller } from '../hosting.ts';
import type { Cast } from './screen-test.ts';

const { hosting } = contract;

/** Connects the sandbox and reads its servers. */
export const connect = async ({ app, owner }: Cast) => {
  const caller = hostingCaller(app, owner);
  await caller.call(hosting.updateProviderSettings, { mode: 'sandbox' });
  await caller.call(hosting.syncServers, {});
  return caller;
};

/** The servers that the owner sees, by their IDs. */
export const serversOf = async ({ read, owner }: Cast) => {
  const { servers } = await read(owner, hosting.listServers, {});
  return Object.fromEntries(servers.map((server) => [server.serviceid, server]));
};

/** What a server is called in its row. */
export const labelOf = async (cast: Cast, serviceId: string) => (await serversOf(cast))[serviceId]?.label ?? '';
