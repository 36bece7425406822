import { describe, expect, it } from 'vitest';
import { createEmulatedProvider, failure, type TestProvider } from '#e2e/support/provider.ts';
import { day, hour, second } from '#shared/rules/limits.ts';
import { initialState } from './initial-state.ts';
import { settle } from './rules.ts';
import { emulatorState, type Settings } from './state.ts';

const serviceid = 12_345;
const customServer = 12_347;

const invoiceOf = async ({ provider }: TestProvider, id = serviceid): Promise<number> =>
  (await provider.checkUpgradeOrder({ serviceid: id })).order?.invoiceid ?? 0;

const ordered = async (test: TestProvider, rid = 102): Promise<void> => {
  await test.provider.upgradeInstance({ serviceid, rid });
  test.emulator.payInvoice(await invoiceOf(test));
};
const resized = async (test: TestProvider): Promise<void> => {
  await ordered(test);
  await test.provider.upgradeServer({ serviceid });
  test.clock.advance(20 * second);
};
const statusOf = async ({ provider }: TestProvider, id = serviceid): Promise<string> =>
  (await provider.getInstance({ serviceid: id })).status;

describe.each([
  { answers: 'plain', no_order: 'error' },
  { answers: 'loose', no_order: 'empty_list', shows_paid_orders: false },
  { answers: 'loose', no_order: 'empty_object' },
  { answers: 'plain', no_order: 'false', shows_paid_orders: false },
  { answers: 'plain', no_order: 'null' },
] satisfies Partial<Settings>[])('an upgrade, step by step (seed 001 §4, rule 4), with %j', (settings) => {
  it('ends confirmed, or reverted to the previous state', async () => {
    for (const end of ['confirmUpgrade', 'revertUpgrade'] as const) {
      const test = createEmulatedProvider(settings);
      const { provider, emulator, clock } = test;
      const before = await provider.getInstance({ serviceid });
      expect(await provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
      const { plans } = await provider.getPriceList({ serviceid, managed: false });
      const wanted = plans.find(({ sizes }) => sizes.ram_mb === 4_096);

      await provider.upgradeInstance({ serviceid, rid: wanted?.rid ?? 0 });
      const { order } = await provider.checkUpgradeOrder({ serviceid });
      // 18 of 31 days at 9.00 more per month.
      expect(order).toMatchObject({ total: '5.23', duedate: '2026-01-22' });
      expect(await provider.getInstance({ serviceid })).toMatchObject({ sizes: before.sizes, upgrade_ram: '4096' });

      expect(emulator.payInvoice(order?.invoiceid ?? 0)).toBe(true);
      expect(await provider.checkUpgradeOrder({ serviceid })).toEqual({
        order: settings.shows_paid_orders === false ? null : order,
      });
      expect(await provider.checkUpgradeReboot({ serviceid })).toEqual({ reboot: 'likely' });
      expect(await provider.upgradeServer({ serviceid })).toEqual({ message: 'Server mail-1 is being upgraded.' });
      expect(await provider.getInstance({ serviceid })).toMatchObject({ status: 'RESIZE', sizes: before.sizes });
      clock.advance(19 * second);
      expect(await statusOf(test)).not.toBe('RESIZED');
      clock.advance(5 * second);
      expect(await provider.getInstance({ serviceid })).toMatchObject({ status: 'RESIZED', sizes: wanted?.sizes });

      await provider[end]({ serviceid });
      const sizes = end === 'confirmUpgrade' ? wanted?.sizes : before.sizes;
      expect(await provider.getInstance({ serviceid })).toMatchObject({ status: 'ACTIVE', sizes });
      expect(await provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
      expect(emulator.state.orders).toHaveLength(1);
      expect(emulator.state.orders[0]?.status).toBe(end === 'confirmUpgrade' ? 'confirmed' : 'reverted');
      expect(emulatorState.parse(JSON.parse(JSON.stringify(emulator.state)))).toEqual(emulator.state);
    }
  });
});

describe('orders', () => {
  it('are one per server, unpaid or paid, for any number of servers', async () => {
    const test = createEmulatedProvider();
    const { provider, emulator } = test;
    await provider.upgradeInstance({ serviceid, rid: 102 });
    expect(await failure(provider.upgradeInstance({ serviceid, rid: 103 }))).toMatchObject({ kind: 'rejected' });
    await provider.upgradeInstance({ serviceid: 12_346, rid: 104 });
    emulator.payInvoice(await invoiceOf(test));
    expect(await failure(provider.upgradeInstance({ serviceid, rid: 103 }))).toMatchObject({ kind: 'rejected' });
    expect(emulator.state.orders.map((order) => order.serviceid)).toEqual([serviceid, 12_346]);
  });

  it('are rejected next to one that is paid and no longer shown', async () => {
    const test = createEmulatedProvider({ shows_paid_orders: false });
    await ordered(test);
    expect(await test.provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
    expect(await failure(test.provider.upgradeInstance({ serviceid, rid: 103 }))).toMatchObject({ kind: 'rejected' });
  });

  it('are rejected while an upgrade awaits confirmation', async () => {
    const test = createEmulatedProvider();
    await resized(test);
    expect(await failure(test.provider.upgradeInstance({ serviceid, rid: 103 }))).toMatchObject({ kind: 'rejected' });
    expect(await failure(test.provider.upgradeServer({ serviceid }))).toMatchObject({ kind: 'rejected' });
  });

  it('need an existing, different plan without a smaller disk', async () => {
    const { provider, emulator } = createEmulatedProvider();
    for (const wanted of [
      { rid: 101 },
      { rid: 999 },
      { rid: 190, disk: 49 },
      { rid: 190, cpu: 3 },
      { rid: 190, ram: 3 },
      { rid: 190, bandwidth: 10 },
      { rid: 190, disk: 50.5 },
    ])
      expect(await failure(provider.upgradeInstance({ serviceid, ...wanted }))).toMatchObject({ reason: 'refused' });
    expect(await failure(provider.upgradeInstance({ serviceid: 12_346, rid: 101 }))).toMatchObject({
      reason: 'refused',
    });
    expect(emulator.state.orders).toEqual([]);
  });

  it('have no invoice if there is nothing to pay', async () => {
    const { provider } = createEmulatedProvider();
    await provider.upgradeInstance({ serviceid: customServer, rid: 190, ram: 2, cpu: 1 });
    expect((await provider.checkUpgradeOrder({ serviceid: customServer })).order).toMatchObject({
      invoiceid: null,
      total: '0.00',
    });
    expect(await provider.upgradeServer({ serviceid: customServer })).toMatchObject({ message: /Server#12347/ });
  });

  it('can be canceled until they are applied', async () => {
    const test = createEmulatedProvider();
    await test.provider.upgradeInstance({ serviceid, rid: 102 });
    const invoiceid = await invoiceOf(test);
    expect([test.emulator.cancelOrder(serviceid), test.emulator.cancelOrder(serviceid)]).toEqual([true, false]);
    expect(test.emulator.payInvoice(invoiceid)).toBe(false);
    expect(await test.provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
    await resized(test);
    expect(test.emulator.cancelOrder(serviceid)).toBe(false);
  });

  it('are paid once, and only by their own invoice', async () => {
    const test = createEmulatedProvider();
    await test.provider.upgradeInstance({ serviceid, rid: 102 });
    const invoiceid = await invoiceOf(test);
    expect(test.emulator.payInvoice(invoiceid + 1)).toBe(false);
    expect([test.emulator.payInvoice(invoiceid), test.emulator.payInvoice(invoiceid)]).toEqual([true, false]);
  });
});

describe('applying', () => {
  it('needs a paid order', async () => {
    const test = createEmulatedProvider();
    expect(await failure(test.provider.upgradeServer({ serviceid }))).toMatchObject({ reason: 'refused' });
    await test.provider.upgradeInstance({ serviceid, rid: 102 });
    expect(await failure(test.provider.upgradeServer({ serviceid }))).toMatchObject({
      providerMessage: 'The invoice of this upgrade has not been paid.',
    });
    expect(await statusOf(test)).toBe('ACTIVE');
  });

  it('never enters RESIZED for bandwidth alone', async () => {
    const test = createEmulatedProvider();
    await test.provider.upgradeInstance({ serviceid: customServer, rid: 190, bandwidth: 5 });
    test.emulator.payInvoice(await invoiceOf(test, customServer));
    expect(await test.provider.checkUpgradeReboot({ serviceid: customServer })).toEqual({ reboot: 'unknown' });
    await test.provider.upgradeServer({ serviceid: customServer });
    for (const wait of [0, 20 * second, hour, 25 * hour]) {
      test.clock.advance(wait);
      expect(await statusOf(test, customServer)).toBe('ACTIVE');
    }
    expect((await test.provider.getInstance({ serviceid: customServer })).sizes.bandwidth_gb).toBe(5 * 1_024);
  });

  it('may apply less disk than ordered, and another type of drive', async () => {
    const test = createEmulatedProvider();
    for (const server of test.emulator.state.servers) server.disk_type = 'hdd';
    await ordered(test);
    for (const disk of [49, 76])
      expect(await failure(test.provider.upgradeServer({ serviceid, disk }))).toMatchObject({ kind: 'rejected' });
    await test.provider.upgradeServer({ serviceid, disk: 60, upgrade_drive_type: true });
    test.clock.advance(hour);
    expect(await test.provider.getInstance({ serviceid })).toMatchObject({ sizes: { disk_gb: 60 }, disk_type: 'ssd' });
  });

  it('is confirmed by the provider after 24 hours', async () => {
    const test = createEmulatedProvider();
    await resized(test);
    test.clock.advance(day - 1);
    expect(await statusOf(test)).toBe('RESIZED');
    test.clock.advance(1);
    expect(await test.provider.getInstance({ serviceid })).toMatchObject({
      status: 'ACTIVE',
      sizes: { ram_mb: 4_096 },
    });
    expect(await failure(test.provider.revertUpgrade({ serviceid }))).toMatchObject({ kind: 'rejected' });
    expect(test.emulator.state.orders[0]?.status).toBe('confirmed');
  });

  it('allows confirming and reverting only in RESIZED', async () => {
    const test = createEmulatedProvider();
    const refuses = async (): Promise<void> => {
      for (const call of [test.provider.confirmUpgrade, test.provider.revertUpgrade])
        expect(await failure(call({ serviceid }))).toMatchObject({ reason: 'refused' });
    };
    await refuses();
    await ordered(test);
    await refuses();
    await test.provider.upgradeServer({ serviceid });
    await refuses();
    test.clock.advance(20 * second);
    await test.provider.confirmUpgrade({ serviceid });
    await refuses();
  });
});

describe('a billing cycle', () => {
  it('is renewed at its very end', () => {
    const state = initialState(0);
    const ends = state.servers.map(({ nextduedate }) => nextduedate);
    settle(state, Math.min(...ends));
    expect(state.servers.map(({ nextduedate }, n) => nextduedate > (ends[n] ?? 0))).toEqual([false, false, true]);
  });
});
