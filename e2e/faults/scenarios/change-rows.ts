import assert from 'node:assert/strict';
import type { Scenario } from './scenario.ts';
/** Changes of billing cycle and service level. */
export const changeRows: readonly Scenario[] = [
  {
    name: 'F9 a cycle in WHMCS words: Semi-Annually',
    server: { cycle: 'Semi-Annually' },
    play: (world) => world.changeCycle('annually'),
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'F9 a cycle that changes at the next renewal',
    async play(world) {
      world.server.shown = { billingcycle: 'monthly' };
      await world.changeCycle('annually');
      await world.settle();
      await world.changeCycle('annually');
      assert.equal(world.provider.calls.get('change_billing_cycle'), 1);
      await world.check();
    },
    expect: 'changing not_shown',
    repair({ server }) {
      server.shown = {};
    },
    end: 'changed',
  },
  {
    name: 'F14 success and an error, carried out',
    async play(world) {
      world.provider.shape('change_billing_cycle', (real) => {
        real();
        return [
          { result: 'success', action: 'Change Billing Cycle' },
          { result: 'error', message: 'Mail not sent' },
        ];
      });
      await world.changeCycle('annually');
      await world.settle();
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'F14 [{"result":"success"}], not carried out',
    async play(world) {
      await world.ordered();
      world.pay();
      world.provider.shape('upgrade_server', () => [{ result: 'success' }]);
      await world.apply();
      await world.settle();
      world.provider.shape('upgrade_server');
    },
    expect: 'awaiting_payment interrupted',
    end: 'confirmed',
  },
  {
    name: 'F15 managed twice at once: sent once',
    async play(world) {
      await Promise.all([world.setManaged(true), world.setManaged(true)]);
      assert.equal(world.provider.calls.get('upgrade_to_managed'), 1);
    },
    expect: 'changed',
    end: 'changed',
  },
  {
    name: 'the API key is refused for a while',
    async play(world) {
      await world.ordered();
      const unauthorized = [{ result: 'error', action: 'Authorization', message: 'Not Authorized!' }];
      for (const action of ['get_instance', 'check_upgrade_order']) world.provider.shape(action, () => unauthorized);
      await world.settle();
      for (const action of ['get_instance', 'check_upgrade_order']) world.provider.shape(action);
    },
    expect: 'awaiting_payment not_authorized',
    end: 'confirmed',
  },
];
