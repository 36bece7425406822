import { describe, expect, it } from 'vitest';
import {
  canaryKey,
  createEmulatedProvider,
  createTestProvider,
  failure,
  type TestProvider,
} from '#e2e/support/provider.ts';
import { sumOfPrices, timesPrice, toMinor } from '#shared/flows/money.ts';
import { day } from '#shared/rules/limits.ts';

const serviceid = 12_345;
const customServer = 12_347;

describe('prices', () => {
  it('start with the default plan of the cost model (seed 001 §1)', async () => {
    const { provider } = createEmulatedProvider();
    const {
      plans: [first],
    } = await provider.getPriceList({ managed: false });
    expect(first).toMatchObject({
      monthly: '9.99',
      sizes: { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 },
    });
  });

  it('are managed by default, mark the current plan, and can be filtered', async () => {
    const { provider } = createEmulatedProvider();
    const plansOf = async (input: Parameters<typeof provider.getPriceList>[0]) =>
      (await provider.getPriceList(input)).plans;
    const [managed] = await plansOf({});
    expect(managed?.monthly).toBe('14.98');
    const current = async (id: number) => (await plansOf({ serviceid: id })).filter((plan) => plan.current === 1);
    expect((await current(12_346)).map(({ rid }) => rid)).toEqual([103]);
    const large = await plansOf({ disk: 300 });
    expect(large.map(({ rid }) => rid)).toEqual([107, 108, 190]);
    const hdd = await plansOf({ drive_type: 'hdd' });
    expect(hdd.map(({ rid }) => rid)).toEqual([201, 202, 203]);
  });

  it('of a custom plan are the sum that the emulator charges for it, in every cycle', async () => {
    for (const billingcycle of [
      'monthly',
      'quarterly',
      'semiannually',
      'annually',
      'biennially',
      'triennially',
    ] as const) {
      const { provider } = createEmulatedProvider();
      const { plans } = await provider.getPriceList({ managed: true });
      const custom = plans.find(({ components }) => components.length > 0);
      const wanted = { ram: 8, cpu: 4, disk: 120, bandwidth: 3 };
      const priceOf = (component: keyof typeof wanted): string => {
        const offer = custom?.components.find((candidate) => candidate.component === component);
        const option = offer?.options.find(({ value }) => offer.kind === 'quantity' || value === wanted[component]);
        const price = option?.prices[billingcycle] ?? '';
        return offer?.kind === 'quantity' ? timesPrice(price, wanted[component]) : price;
      };
      const parts = (['ram', 'cpu', 'disk', 'bandwidth'] as const).map(priceOf);
      // Change to the cycle first, so that the whole cycle remains and the order costs the full difference.
      await provider.changeBillingCycle({ serviceid: customServer, billingcycle });
      const prices = () => provider.getBillingcyclePrices({ serviceid: customServer });
      const before = (await prices()).find((price) => price.billingcycle === billingcycle)?.price ?? '';
      await provider.upgradeInstance({ serviceid: customServer, rid: 190, ...wanted });
      const { order } = await provider.checkUpgradeOrder({ serviceid: customServer });
      const after = (await prices()).find((price) => price.billingcycle === billingcycle)?.price ?? '';
      expect(after).toBe(sumOfPrices([custom?.[billingcycle] ?? '', ...parts]));
      expect(toMinor(order?.total ?? '')).toBe(toMinor(after) - toMinor(before));
    }
  });

  it('per cycle are those of the default plan, of a server, or of its order', async () => {
    const { provider } = createEmulatedProvider();
    expect((await provider.getBillingcyclePrices({}))[0]).toEqual({
      billingcycle: 'monthly',
      price: '9.99',
      duedate: '2026-02-15',
    });
    expect((await provider.getBillingcyclePrices({ serviceid: 12_346 }))[0]).toMatchObject({ price: '28.99' });
    await provider.upgradeInstance({ serviceid: 12_346, rid: 104 });
    expect((await provider.getBillingcyclePrices({ serviceid: 12_346 }))[0]).toMatchObject({ price: '38.99' });
  });
});

describe('cycles and levels', () => {
  it('change the cycle, to monthly if none is given', async () => {
    const { provider } = createEmulatedProvider();
    await provider.changeBillingCycle({ serviceid, billingcycle: 'triennially' });
    expect((await provider.getInstance({ serviceid })).billingcycle).toBe('triennially');
    await provider.changeBillingCycle({ serviceid });
    expect((await provider.getInstance({ serviceid })).billingcycle).toBe('monthly');
  });

  it('reject hourly billing while it is disabled, and accept it if enabled', async () => {
    const test = createEmulatedProvider({ hourly: true });
    const { provider, emulator } = test;
    expect((await provider.getPriceList({ managed: false })).plans[0]?.hourly).toBe('0.0137');
    await provider.changeBillingCycle({ serviceid, billingcycle: 'hourly' });
    expect(await provider.getInstance({ serviceid })).toMatchObject({ hourly: true, billingcycle: 'hourly' });
    emulator.state.settings.hourly = false;
    const disabled = {
      reason: 'hourly_disabled',
      providerMessage: 'Hourly products are disabled! Please contact customer service.',
    };
    for (const call of [
      provider.upgradeInstance({ serviceid, rid: 102 }),
      provider.changeBillingCycle({ serviceid, billingcycle: 'hourly' }),
      provider.upgradeToManaged({ serviceid }),
    ])
      expect(await failure(call)).toMatchObject(disabled);
    expect((await provider.getPriceList({})).plans[0]?.hourly).toBeNull();
    await provider.changeBillingCycle({ serviceid, billingcycle: 'annually' });
    emulator.state.settings.hourly = true;
    await provider.changeBillingCycle({ serviceid, billingcycle: 'hourly' });
    await provider.upgradeInstance({ serviceid, rid: 102 });
    expect((await provider.checkUpgradeOrder({ serviceid })).order).toMatchObject({ invoiceid: null, total: '0.00' });
  });

  it('switch between managed and unmanaged, each once', async () => {
    const { provider } = createEmulatedProvider();
    expect(await provider.upgradeToManaged({ serviceid })).toEqual({ message: 'Service has been upgraded!' });
    expect(await failure(provider.upgradeToManaged({ serviceid }))).toMatchObject({ reason: 'refused' });
    expect((await provider.getInstance({ serviceid })).product_name).toBe('Managed Linux VPS');
    expect(await provider.downgradeToUnmanaged({ serviceid })).toEqual({ message: 'Service has been downgraded!' });
    expect(await failure(provider.downgradeToUnmanaged({ serviceid }))).toMatchObject({ reason: 'refused' });
  });

  it('start a new cycle when one is over', async () => {
    const { provider, clock, emulator } = createEmulatedProvider();
    clock.advance(400 * day);
    await provider.getInstances();
    for (const server of emulator.state.servers) expect(server.nextduedate).toBeGreaterThan(clock.now());
  });
});

describe('the API', () => {
  it('accepts its key in two shapes', async () => {
    const test: TestProvider = createTestProvider({ key: 'wrong', send: (request) => test.emulator.handle(request) });
    expect(await failure(test.provider.getInstances())).toMatchObject({ kind: 'unauthorized' });
    for (const fault of ['not_authorized_401', 'not_authorized_403'] as const) {
      test.emulator.fail(fault);
      expect(await failure(test.provider.getInstances())).toMatchObject({ kind: 'unauthorized' });
    }
  });

  it('answers unknown input as documented', async () => {
    const { emulator } = createEmulatedProvider();
    const ask = async (fields: Record<string, string>): Promise<unknown> => {
      const body = new URLSearchParams({ API: canaryKey, ...fields });
      const response = await emulator.handle(new Request('https://provider.example/', { method: 'POST', body }));
      expect(response.status).toBe(200);
      return response.json();
    };
    expect(await ask({ action: 'toString' })).toEqual([{ result: 'error', message: 'Invalid Action.', ERROR: '6734' }]);
    expect(await ask({})).toEqual([{ result: 'error', message: 'Invalid Action.', ERROR: '6734' }]);
    expect(await ask({ action: 'upgrade_server', serviceid: '1' })).toEqual([
      { result: 'error', action: 'Upgrade Server', message: 'A valid serviceid is required.', ERROR: '721334' },
    ]);
    expect(await ask({ action: 'change_billing_cycle', serviceid: '12345', billingcycle: 'daily' })).toMatchObject([
      { result: 'error' },
    ]);
    expect(await ask({ action: 'get_instances', API: 'wrong' })).toEqual({
      result: 'error',
      action: 'Authorization',
      message: 'Not Authorized!',
    });
  });

  it('fails as often and for those actions as told', async () => {
    const { provider, emulator } = createEmulatedProvider();
    emulator.fail('hourly_disabled', { action: 'upgrade_to_managed', times: 2 });
    await provider.getInstances();
    for (const _ of [1, 2])
      expect(await failure(provider.upgradeToManaged({ serviceid }))).toMatchObject({ reason: 'hourly_disabled' });
    await provider.upgradeToManaged({ serviceid });
    expect(emulator.state.calls).toEqual({ get_instances: 1, upgrade_to_managed: 3 });
  });
});
