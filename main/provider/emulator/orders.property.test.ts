import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEmulatedProvider, type TestProvider } from '#e2e/support/provider.ts';
import { billingCycles } from '#shared/flows/hosting.ts';
import { day, second } from '#shared/rules/limits.ts';
import { ProviderError } from '../provider-error.ts';
import { faultNames } from './faults.ts';
import { plans } from './plans.ts';
import { type EmulatorState, emulatorState } from './state.ts';

type Step = (test: TestProvider) => unknown;

const serviceid = fc.constantFrom(12_345, 12_346, 12_347);
const rid = fc.constantFrom(...plans.map((plan) => plan.rid));
const custom = fc.record({
  ram: fc.constantFrom(1, 2, 4, 8, 16),
  cpu: fc.constantFrom(1, 2, 4),
  disk: fc.integer({ min: 40, max: 200 }),
  bandwidth: fc.constantFrom(1, 2, 5),
});
const always = (step: Step) => fc.constant<Step>(step);

const order = fc.tuple(serviceid, rid).map(
  ([id, wanted]): Step =>
    (test) =>
      test.provider.upgradeInstance({ serviceid: id, rid: wanted }),
);
const orderCustom = fc.tuple(serviceid, custom).map(
  ([id, wanted]): Step =>
    ({ provider }) =>
      provider.upgradeInstance({ serviceid: id, rid: 190, ...wanted }),
);
const pay = always(({ emulator }) => {
  for (const { invoiceid } of emulator.state.orders) if (invoiceid !== null) emulator.payInvoice(invoiceid);
});
const apply = serviceid.map(
  (id): Step =>
    ({ provider }) =>
      provider.upgradeServer({ serviceid: id }),
);
const decide = fc.tuple(serviceid, fc.constantFrom('confirmUpgrade', 'revertUpgrade')).map(
  ([id, end]): Step =>
    ({ provider }) =>
      provider[end]({ serviceid: id }),
);
const others = fc.oneof(
  serviceid.map(
    (id): Step =>
      ({ provider }) =>
        provider.checkUpgradeOrder({ serviceid: id }),
  ),
  fc.tuple(serviceid, fc.constantFrom(...billingCycles)).map(
    ([id, billingcycle]): Step =>
      ({ provider }) =>
        provider.changeBillingCycle({ serviceid: id, billingcycle }),
  ),
  serviceid.map(
    (id): Step =>
      ({ provider }) =>
        provider.upgradeToManaged({ serviceid: id }),
  ),
  serviceid.map(
    (id): Step =>
      ({ provider }) =>
        provider.downgradeToUnmanaged({ serviceid: id }),
  ),
  serviceid.map(
    (id): Step =>
      ({ emulator }) =>
        emulator.cancelOrder(id),
  ),
  fc.integer({ min: 0, max: 2 * day }).map(
    (wait): Step =>
      ({ clock }) =>
        clock.advance(wait),
  ),
  fc.constantFrom(...faultNames).map(
    (fault): Step =>
      ({ emulator }) =>
        emulator.fail(fault),
  ),
);

const steps = fc.oneof(
  { weight: 3, arbitrary: order },
  { weight: 3, arbitrary: orderCustom },
  { weight: 2, arbitrary: pay },
  { weight: 4, arbitrary: apply },
  { weight: 2, arbitrary: always(({ clock }) => clock.advance(20 * second)) },
  { weight: 3, arbitrary: decide },
  { weight: 3, arbitrary: others },
);

/** Invariants of every state that the emulator can reach. */
const check = (state: EmulatorState): void => {
  for (const server of state.servers) {
    const orders = state.orders.filter((order) => order.serviceid === server.serviceid);
    const open = orders.filter(({ status }) => status === 'unpaid' || status === 'paid');
    const applied = orders.filter(({ status }) => status === 'applied');
    expect(open.length + applied.length).toBeLessThanOrEqual(1);
    expect(applied.length).toBe(server.upgrade ? 1 : 0);
    expect(server.status === 'ACTIVE').toBe(server.upgrade === null);
  }
  for (const { total, invoiceid, status } of state.orders) {
    expect(total).toBeGreaterThanOrEqual(0);
    expect(invoiceid === null).toBe(total === 0);
    if (status === 'unpaid') expect(invoiceid).not.toBeNull();
  }
};

it('no sequence of calls, payments, failures and waiting creates two open orders for a server', async () => {
  const reached = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 30, maxLength: 60, size: 'max' }), async (sequence) => {
      const test = createEmulatedProvider({ hourly: true });
      for (const step of sequence) {
        try {
          await step(test);
        } catch (error) {
          if (!(error instanceof ProviderError)) throw error;
        }
        check(test.emulator.state);
      }
      // Still serializable, whatever happened.
      expect(emulatorState.parse(JSON.parse(JSON.stringify(test.emulator.state)))).toEqual(test.emulator.state);
      for (const { status } of test.emulator.state.orders) reached.set(status, (reached.get(status) ?? 0) + 1);
    }),
    { numRuns: 80 },
  );
  // The sequences must reach every outcome, or nothing was tested.
  for (const status of ['unpaid', 'paid', 'applied', 'confirmed', 'reverted', 'cancelled'])
    expect([status, (reached.get(status) ?? 0) > 0]).toEqual([status, true]);
});
