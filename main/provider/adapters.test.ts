import { testAdapter } from '#e2e/support/adapter-kit.ts';
import { createCloud, token } from '#e2e/support/hetzner/cloud.ts';
import { canaryKey } from '#e2e/support/provider.ts';
import { powerActions } from '#shared/flows/power.ts';
import { actions } from './actions.ts';
import { createProvider } from './client.ts';
import { createEmulator } from './emulator/emulator.ts';
import { initialState } from './emulator/initial-state.ts';
import { createHetznerProvider } from './hetzner/hetzner-provider.ts';
import { createOrderingProvider } from './ordering-provider.ts';
import type { Provider } from './provider.ts';

const never = () => new Promise<never>(() => {});

const changes = Object.values(actions).filter(({ kind }) => kind === 'write');
const ordering = { serviceid: '12345' };
testAdapter('seed 001', {
  create: (options) => createOrderingProvider(createProvider(options)),
  url: 'https://provider.example/cloud/api.php',
  key: canaryKey,
  account: (clock) => {
    const emulator = createEmulator(initialState(clock.now(), { key: canaryKey }), { clock, hang: never });
    return (request) => emulator.handle(request);
  },
  isChange: (_request, body) => changes.some(({ name }) => new URLSearchParams(body).get('action') === name),
  refusal: (message) => Response.json([{ result: 'error', action: 'An action', message }]),
  reads: {
    listServers: (provider) => provider.listServers(),
    getServer: (provider) => provider.getServer(ordering),
    getPriceList: (provider) => provider.getPriceList(ordering),
    getBillingcyclePrices: (provider) => provider.getBillingcyclePrices(ordering),
    checkUpgradeReboot: (provider) => provider.checkUpgradeReboot(ordering),
  },
  changes: {
    upgradeInstance: (provider) => provider.upgradeInstance({ ...ordering, rid: 102 }),
    changeBillingCycle: (provider) => provider.changeBillingCycle({ ...ordering, billingcycle: 'annually' }),
    upgradeToManaged: (provider) => provider.upgradeToManaged(ordering),
  },
  missing: {
    getChange: (provider) => provider.getChange({ ...ordering, after: null }),
    takeStep: (provider) => provider.takeStep({ ...ordering, rid: 102, step: 'power_off' }),
    getPower: (provider) => provider.getPower({ ...ordering, action: 'off', after: null, task: null }),
    setPower: (provider) => provider.setPower({ ...ordering, action: 'off' }),
  },
});

const cloud = { serviceid: 'hcloud-42' };
testAdapter('Hetzner Cloud', {
  create: createHetznerProvider,
  url: 'https://api.hetzner.cloud/v1',
  key: token,
  account: (clock) => createCloud({ now: () => clock.now(), hang: never }).handle,
  isChange: ({ method }) => method !== 'GET',
  refusal: (message) => Response.json({ error: { code: 'invalid_input', message } }, { status: 422 }),
  reads: {
    listServers: (provider) => provider.listServers(),
    getServer: (provider) => provider.getServer(cloud),
    getPriceList: (provider) => provider.getPriceList(cloud),
    getChange: (provider) => provider.getChange({ ...cloud, after: null }),
    getPower: (provider) => provider.getPower({ ...cloud, action: 'off', after: null, task: null }),
  },
  changes: {
    ...Object.fromEntries(
      powerActions.map((action) => [
        `setPower ${action}`,
        (provider: Provider) => provider.setPower({ ...cloud, action }),
      ]),
    ),
    shutDown: (provider) => provider.takeStep({ ...cloud, rid: 23, step: 'shut_down' }),
    powerOff: (provider) => provider.takeStep({ ...cloud, rid: 23, step: 'power_off' }),
  },
  missing: {
    upgradeInstance: (provider) => provider.upgradeInstance({ ...cloud, rid: 23 }),
    upgradeServer: (provider) => provider.upgradeServer(cloud),
    checkUpgradeOrder: (provider) => provider.checkUpgradeOrder(cloud),
    confirmUpgrade: (provider) => provider.confirmUpgrade(cloud),
    revertUpgrade: (provider) => provider.revertUpgrade(cloud),
    changeBillingCycle: (provider) => provider.changeBillingCycle(cloud),
    upgradeToManaged: (provider) => provider.upgradeToManaged(cloud),
  },
});
