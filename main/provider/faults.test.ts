import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestProvider, failure, type TestProvider } from '#e2e/support/provider.ts';
import { providerHandlers } from '#e2e/support/provider-handlers.ts';
import { mayHaveHappened, providerErrorReasons } from '#shared/flows/provider-errors.ts';
import { minute } from '#shared/rules/limits.ts';
import { type ActionMethod, actions } from './actions.ts';
import { faultNames, faults } from './emulator/faults.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const serviceid = 12_345;

/** Brings the emulator to a state in which each action succeeds. */
const order = async ({ provider, emulator }: TestProvider): Promise<void> => {
  await provider.upgradeInstance({ serviceid, rid: 102 });
  const invoiceid = emulator.state.orders[0]?.invoiceid ?? 0;
  emulator.payInvoice(invoiceid);
};
const resize = async (test: TestProvider): Promise<void> => {
  await order(test);
  await test.provider.upgradeServer({ serviceid });
  test.clock.advance(minute);
  test.emulator.settle();
};

const scenes: Record<
  ActionMethod,
  { prepare?: (test: TestProvider) => Promise<void>; call: (test: TestProvider) => Promise<unknown> }
> = {
  getPriceList: { call: ({ provider }) => provider.getPriceList({ serviceid }) },
  getBillingcyclePrices: { call: ({ provider }) => provider.getBillingcyclePrices({ serviceid }) },
  upgradeInstance: { call: ({ provider }) => provider.upgradeInstance({ serviceid, rid: 102 }) },
  upgradeServer: { prepare: order, call: ({ provider }) => provider.upgradeServer({ serviceid }) },
  checkUpgradeOrder: { prepare: order, call: ({ provider }) => provider.checkUpgradeOrder({ serviceid }) },
  checkUpgradeReboot: { prepare: order, call: ({ provider }) => provider.checkUpgradeReboot({ serviceid }) },
  confirmUpgrade: { prepare: resize, call: ({ provider }) => provider.confirmUpgrade({ serviceid }) },
  revertUpgrade: { prepare: resize, call: ({ provider }) => provider.revertUpgrade({ serviceid }) },
  changeBillingCycle: {
    call: ({ provider }) => provider.changeBillingCycle({ serviceid, billingcycle: 'annually' }),
  },
  upgradeToManaged: { call: ({ provider }) => provider.upgradeToManaged({ serviceid }) },
  downgradeToUnmanaged: { call: ({ provider }) => provider.downgradeToUnmanaged({ serviceid: 12_347 }) },
  getInstances: { call: ({ provider }) => provider.getInstances() },
  getInstance: { call: ({ provider }) => provider.getInstance({ serviceid }) },
};
const methods = Object.keys(scenes) as ActionMethod[];

/** The provider's state without the count of calls. */
const held = ({ emulator }: TestProvider): string => JSON.stringify({ ...emulator.state, calls: {} });

const arrange = async (method: ActionMethod): Promise<TestProvider> => {
  const test = createTestProvider();
  server.use(...providerHandlers(test.emulator));
  await scenes[method].prepare?.(test);
  test.lines.length = 0;
  test.emulator.state.calls = {};
  return test;
};

describe.each(methods)('%s', (method) => {
  const { name, kind } = actions[method];
  const { call } = scenes[method];

  it('succeeds with one call without faults', async () => {
    const test = await arrange(method);
    const before = held(test);
    await call(test);
    expect(test.emulator.state.calls).toEqual({ [name]: 1 });
    expect(held(test) !== before).toBe(kind === 'write');
    expect(test.lines).toEqual([]);
  });

  it.each(faultNames)(
    'with %s reports the right error, never repeats a state change, and takes nothing for success',
    async (fault) => {
      const { reason, carriesOut } = faults[fault];
      const test = await arrange(method);
      const before = held(test);
      test.emulator.fail(fault, { action: name, times: 99 });
      if (reason === null) {
        await call(test);
        expect(test.emulator.state.calls).toEqual({ [name]: 1 });
        return;
      }
      const error = await failure(call(test));
      expect(error).toMatchObject({ action: name, reason, kind: providerErrorReasons[reason].kind, sent: true });
      // Two reads without an answer are enough. Other transient failures get four attempts.
      const triesOfRead = !providerErrorReasons[reason].passes ? 1 : reason === 'timeout' ? 2 : 4;
      expect(test.emulator.state.calls).toEqual({ [name]: kind === 'read' ? triesOfRead : 1 });
      const happened = held(test) !== before;
      expect(happened).toBe(kind === 'write' && carriesOut);
      if (happened) expect(error.mayHaveHappened).toBe(true);
      expect(error.mayHaveHappened).toBe(mayHaveHappened(error));
      expect(test.lines).toHaveLength(1);
      expect(JSON.parse(test.lines[0] ?? '')).toMatchObject({ action: name, reason, sent: true });
    },
  );
});

describe.each(methods.filter((method) => actions[method].kind === 'read'))('%s', (method) => {
  it.each(['timeout_before', 'reset_before', 'bad_gateway', 'html_before', 'truncated'] as const)(
    'succeeds on the next attempt after %s',
    async (fault) => {
      const { name } = actions[method];
      const test = await arrange(method);
      test.emulator.fail(fault, { action: name });
      await scenes[method].call(test);
      expect(test.emulator.state.calls).toEqual({ [name]: 2 });
      expect(test.lines).toEqual([]);
    },
  );
});

it('a read that fails waits twice as long before each further attempt', async () => {
  const test = await arrange('getInstances');
  test.emulator.fail('bad_gateway', { action: actions.getInstances.name, times: 99 });
  await failure(scenes.getInstances.call(test));
  expect(test.pauses).toEqual([500, 1_000, 2_000]);
});

describe('the table of faults', () => {
  it('has at least 20 kinds of fault, and every kind of error', () => {
    expect(faultNames.length).toBeGreaterThanOrEqual(20);
    const kinds = faultNames
      .map((fault) => faults[fault].reason)
      .map((reason) => reason && providerErrorReasons[reason].kind);
    expect(new Set(kinds)).toEqual(new Set(['rejected', 'unauthorized', 'unreachable', 'unreadable', null]));
  });

  it('never lets an action run that the client may consider undone', () => {
    for (const fault of faultNames) {
      const { carriesOut, reason } = faults[fault];
      if (!carriesOut || reason === null) continue;
      expect(mayHaveHappened({ kind: providerErrorReasons[reason].kind, sent: true })).toBe(true);
    }
  });
});
