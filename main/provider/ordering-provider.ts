import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import type { OrderClient } from './order-client.ts';
import type { Provider, ServerList, ServerReading } from './provider.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderServer, ProviderServerList } from './provider-server.ts';

/** A server of the provider of seed 001, as services see it. */
export const readingOf = (server: ProviderServer): ServerReading => ({
  ...server,
  serviceid: String(server.serviceid),
});

const listOf = ({ servers, unreadable }: ProviderServerList): ServerList => ({
  servers: servers.map(readingOf),
  unreadable: unreadable.map(({ serviceid, ...row }) => ({
    ...row,
    serviceid: serviceid === null ? null : String(serviceid),
  })),
});

/** The provider's number. An id that another provider gave is none. @throws ProviderError `invalid_serviceid` */
const numberOf = (action: string, serviceId: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(serviceId)) throw new ProviderError(action, 'invalid_serviceid', { sent: false });
  return Number(serviceId);
};

const numbered = <Input extends { serviceid: string }>(action: string, { serviceid, ...input }: Input) => ({
  ...input,
  serviceid: numberOf(action, serviceid),
});

const perhapsNumbered = <Input extends { serviceid?: string }>(action: string, { serviceid, ...input }: Input) => ({
  ...input,
  ...(serviceid !== undefined && { serviceid: numberOf(action, serviceid) }),
});

const notOffered = (action: string) => async (): Promise<never> => {
  throw new ProviderError(action, 'not_offered', { sent: false });
};

/** The account of seed 001: upgrades are orders with invoices, and can be reverted. */
export const createOrderingProvider = (client: OrderClient): Provider => ({
  capabilities: capabilitiesOf('hostwinds'),
  on: (errand) => createOrderingProvider(client.on(errand)),
  listServers: async () => listOf(await client.getInstances()),
  getServer: async (input) => readingOf(await client.getInstance(numbered('get_instance', input))),
  getPriceList: async (input) => client.getPriceList(perhapsNumbered('get_price_list', input)),
  getBillingcyclePrices: async (input) =>
    client.getBillingcyclePrices(perhapsNumbered('get_billingcycle_prices', input)),
  changeBillingCycle: async (input) => client.changeBillingCycle(numbered('change_billing_cycle', input)),
  upgradeToManaged: async (input) => client.upgradeToManaged(numbered('upgrade_to_managed', input)),
  downgradeToUnmanaged: async (input) => client.downgradeToUnmanaged(numbered('downgrade_to_unmanaged', input)),
  upgradeInstance: async (input) => client.upgradeInstance(numbered('upgrade_instance', input)),
  upgradeServer: async (input) => client.upgradeServer(numbered('upgrade_server', input)),
  checkUpgradeOrder: async (input) => client.checkUpgradeOrder(numbered('check_upgrade_order', input)),
  checkUpgradeReboot: async (input) => client.checkUpgradeReboot(numbered('check_upgrade_reboot', input)),
  getChange: notOffered('get_change'),
  takeStep: notOffered('take_step'),
  getPower: notOffered('get_power'),
  setPower: notOffered('set_power'),
  confirmUpgrade: async (input) => client.confirmUpgrade(numbered('confirm_upgrade', input)),
  revertUpgrade: async (input) => client.revertUpgrade(numbered('revert_upgrade', input)),
});
