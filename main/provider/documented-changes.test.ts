import { beforeAll, describe, expect, it } from 'vitest';
import { openAnsweringProvider } from '#e2e/support/answering-provider.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { failure } from '#e2e/support/provider.ts';
import type { OrderClient } from './order-client.ts';

const answering = perFile(() => openAnsweringProvider());
let provider: OrderClient;
beforeAll(async () => {
  ({ provider } = answering);
});
const answer = (body: unknown): void => answering.answer(body);

const serviceid = 12_345;
const result = (action: string, message: string) => [{ result: 'success', action, message }];
const hourly = 'Hourly products are disabled! Please contact customer service.';

describe('state changes, as seed 001 §4 documents them', () => {
  const changes = {
    upgrade_instance: [
      'Upgrade Instance',
      'Service has been upgraded!',
      () => provider.upgradeInstance({ serviceid, rid: 3 }),
    ],
    upgrade_server: [
      'Upgrade Server',
      'Server Server#12345 is being upgraded.',
      () => provider.upgradeServer({ serviceid }),
    ],
    confirm_upgrade: ['Confirm Upgrade', 'Upgrade Confirmed!', () => provider.confirmUpgrade({ serviceid })],
    revert_upgrade: ['Revert Upgrade', 'Upgrade Reverted!', () => provider.revertUpgrade({ serviceid })],
    change_billing_cycle: [
      'Change Billing Cycle',
      'Service has been upgraded!',
      () => provider.changeBillingCycle({ serviceid }),
    ],
    upgrade_to_managed: [
      'Upgrade to Managed',
      'Service has been upgraded!',
      () => provider.upgradeToManaged({ serviceid }),
    ],
    downgrade_to_unmanaged: [
      'Downgrade to Unmanaged',
      'Service has been downgraded!',
      () => provider.downgradeToUnmanaged({ serviceid }),
    ],
  } as const;

  it.each(Object.entries(changes))('%s is a success', async (name, [display, message, call]) => {
    answer(result(display, message));
    expect(await call()).toEqual({ message });
    expect([answering.asked().get('action'), answering.asked().get('serviceid')]).toEqual([name, '12345']);
  });

  it.each(Object.entries(changes))(
    '%s is a success by its message or without an action',
    async (_, [, message, call]) => {
      for (const body of [
        result('Renamed', message),
        [{ result: 'success', message }],
        { result: 'success', message },
      ]) {
        answer(body);
        expect(await call()).toEqual({ message });
      }
    },
  );

  it.each(Object.entries(changes))(
    '%s proves nothing if the success is of another action',
    async (_, [display, , call]) => {
      for (const body of [
        result('Invoice Paid', 'Invoice paid!'),
        { success: true },
        [],
        { success: result(display, '') },
      ]) {
        answer(body);
        expect(await failure(call())).toMatchObject({ reason: 'unexpected_shape', mayHaveHappened: true });
      }
    },
  );

  it.each(Object.entries(changes))('%s reports its errors', async (name, [display, , call]) => {
    const error = (message: string, code?: string) => [
      { result: 'error', action: display, message, ...(code && { ERROR: code }) },
    ];
    answer(error('A valid serviceid is required.', '721334'));
    expect(await failure(call())).toMatchObject({ action: name, reason: 'invalid_serviceid', code: '721334' });
    answer(error(hourly));
    expect(await failure(call())).toMatchObject({
      reason: 'hourly_disabled',
      providerMessage: hourly,
      mayHaveHappened: false,
    });
    answer([{ result: 'error', message: 'Invalid Action.', ERROR: '6734' }]);
    expect(await failure(call())).toMatchObject({ reason: 'unknown_action', code: '6734' });
    answer({ result: 'error', action: 'Authorization', message: 'Not Authorized!' });
    expect(await failure(call())).toMatchObject({ kind: 'unauthorized', mayHaveHappened: false });
  });

  it("upgrade_instance finds its result after the invoice's", async () => {
    answer([...result('Invoice Paid', 'Paid!'), ...result('Upgrade Instance', 'Service has been upgraded!')]);
    expect(await provider.upgradeInstance({ serviceid, rid: 3 })).toEqual({ message: 'Service has been upgraded!' });
  });

  it('sends the parameters under their own names', async () => {
    answer(result('Upgrade Instance', 'Service has been upgraded!'));
    await provider.upgradeInstance({ serviceid, rid: 3, ram: 4, cpu: 2, disk: 75, bandwidth: 2 });
    expect(Object.fromEntries(answering.asked())).toMatchObject({
      rid: '3',
      ram: '4',
      cpu: '2',
      disk: '75',
      bandwidth: '2',
    });
    answer(result('Upgrade Server', ''));
    await provider.upgradeServer({ serviceid, disk: 80, upgrade_drive_type: true });
    expect(Object.fromEntries(answering.asked())).toMatchObject({ disk: '80', upgrade_drive_type: '1' });
    answer(result('Change Billing Cycle', ''));
    await provider.changeBillingCycle({ serviceid, billingcycle: 'triennially' });
    expect(answering.asked().get('billingcycle')).toBe('triennially');
    await provider.changeBillingCycle({ serviceid });
    expect(answering.asked().has('billingcycle')).toBe(false);
  });
});
