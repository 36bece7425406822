import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import type { Fault } from '#e2e/support/hetzner/cloud.ts';
import { createHetznerService, offServer, types, webServer } from '#e2e/support/hetzner-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';

const { hosting } = contract;

const live = perTest(() => createHetznerService());
const server = (serviceid = webServer) => live.call(hosting.getServer, { serviceid });
const atProvider = () => live.cloud.account.find(42);

describe('a change of plan without an order', () => {
  it('shuts the server down, changes it, turns it on, and ends once that was seen twice', async () => {
    const chosen = await live.chosen();
    expect(chosen).toMatchObject({
      state: 'choosing',
      provider: 'hetzner',
      plan: { name: 'cx32', monthly: '8.09', delta_monthly: '3.58', now_estimate: null, reboot: 'likely' },
    });
    const begun = await live.begin(chosen);
    expect(begun).toMatchObject({ state: 'applying', order: null, agreed_total: null });
    expect((await live.follow(begun, 2)).state).toBe('resizing');
    expect(atProvider()).toMatchObject({ status: 'off', locked: true });
    expect((await live.follow(begun, 3)).state).toBe('resizing');
    expect(atProvider()).toMatchObject({ status: 'running', type: types.next });
    expect(await live.follow(begun, 2)).toMatchObject({ state: 'confirmed', problem: null, cost_after: '8.09' });
    // The disk stays, so that going back is possible.
    expect(atProvider().disk).toBe(40);
    expect(await server()).toMatchObject({ product_name: 'cx32', approximate_cost: '8.09', sizes: { disk_gb: 40 } });
    expect(live.cloud.requests.filter((one) => one.startsWith('POST'))).toEqual([
      'POST /servers/42/actions/shutdown',
      'POST /servers/42/actions/change_type',
      'POST /servers/42/actions/poweron',
    ]);
  });

  it('proves itself by the plan where no size changes', async () => {
    await live.follow(await live.begin(await live.chosen()), 8);
    const second = await live.begin(await live.chosen(webServer, types.sameSize));
    expect(await live.follow(second, 8)).toMatchObject({ state: 'confirmed', plan: { name: 'cpx31' } });
  });

  it('can go back, as the disk was kept', async () => {
    await live.follow(await live.begin(await live.chosen()), 8);
    const back = await live.begin(await live.chosen(webServer, types.present));
    expect(await live.follow(back, 8)).toMatchObject({ state: 'confirmed', cost_after: '4.51' });
  });

  it('turns a server on that was off', async () => {
    const begun = await live.begin(await live.chosen(offServer, types.largest));
    expect((await live.follow(begun, 8)).state).toBe('confirmed');
    expect(live.cloud.asked('shutdown')).toBe(0);
    expect((await server(offServer)).status).toBe('ACTIVE');
  });

  it('turns a server off that ignores the request', async () => {
    atProvider().ignoresShutdown = true;
    const begun = await live.begin(await live.chosen());
    expect((await live.follow(begun, 5)).state).toBe('applying');
    expect(live.cloud.asked('poweroff')).toBe(0);
    expect((await live.follow(begun, 10)).state).toBe('confirmed');
    expect(live.cloud.asked('poweroff')).toBe(1);
  });

  it('has neither orders, windows, decisions nor reports', async () => {
    const { refused } = await live.chosen();
    expect(refused).toMatchObject({ apply: 'other_kind', set_window: 'other_kind', confirm: 'other_kind' });
    expect(Object.keys(refused)).not.toContain('order');
    const { run_id } = await live.chosen(offServer, types.largest);
    await failsWith(live.call(hosting.confirmUpgrade, { serviceid: offServer }), 'STATE_CONFLICT');
    expect((await live.call(hosting.cancelUpgradeRun, { run_id })).state).toBe('cancelled');
  });

  it('can be closed at any time', async () => {
    const begun = await live.begin(await live.chosen());
    await live.follow(begun, 10);
    const other = await live.begin(await live.chosen(offServer, types.largest));
    live.app.clock.advance(180_000);
    const closed = await live.call(hosting.closeUpgradeRun, { run_id: other.run_id, understood: true });
    expect(closed.state).toBe('closed');
  });

  it('refuses a smaller disk, the plan that the server has, and a plan that is not for it', async () => {
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid: webServer });
    const choose = (rid: number) => live.call(hosting.chooseUpgradePlan, { run_id, rid });
    await failsWith(choose(types.smaller), 'DISK_CANNOT_SHRINK');
    expect((await failsWith(choose(types.present), 'PLAN_NOT_OFFERED')).reason).toBe('no_change');
    for (const rid of [45, 50, 9]) await failsWith(choose(rid), 'PLAN_NOT_OFFERED');
  });

  it('is not begun while the provider does something else to the server', async () => {
    const chosen = await live.chosen();
    live.cloud.account.start(42, 'poweron', {});
    expect((await failsWith(live.begin(chosen), 'STATE_CONFLICT')).reason).toBe('server_locked');
    expect(live.cloud.asked('shutdown')).toBe(0);
  });
});

const steps = ['shutdown', 'change_type', 'poweron'] as const;
const commandOf = { shutdown: 'shutdown_server', change_type: 'change_server_type', poweron: 'start_server' } as const;
const unclear: Fault[] = ['timeout_before', 'timeout_after', 'unavailable_before', 'unavailable_after', 'html'];

describe('an answer that is lost', () => {
  it.each(steps.flatMap((step) => unclear.map((fault) => [step, fault] as const)))(
    'never leads to a second change: %s, %s',
    async (step, fault) => {
      const chosen = await live.chosen();
      live.cloud.fail(`actions/${step}`, fault);
      const begun = await live.begin(chosen);
      const ended = await live.follow(begun, 30);
      expect(live.cloud.begun('change_server_type')).toBeLessThanOrEqual(1);
      expect(live.cloud.begun(commandOf[step])).toBeLessThanOrEqual(1);
      expect(atProvider().status).toBe('running');
      const isLost = step === 'change_type' && !fault.endsWith('_after');
      if (isLost) {
        expect(ended).toMatchObject({ state: 'choosing', problem: { reason: 'interrupted' } });
        expect(atProvider().type).toBe(types.present);
        // Nothing was changed, so it can be done again.
        expect((await live.follow(await live.begin(ended), 10)).state).toBe('confirmed');
      } else {
        expect(ended).toMatchObject({ state: 'confirmed', problem: null });
      }
    },
  );
});

describe('a restart', () => {
  it('between any two looks loses nothing, and sends no change twice', async () => {
    const begun = await live.begin(await live.chosen());
    for (let round = 0; round < 20; round += 1) {
      await live.app.restart();
      await live.follow(begun, 1);
    }
    // What was sent before a restart may still arrive, so every step waits for that.
    await live.follow(begun, 20);
    expect(atProvider()).toMatchObject({ status: 'running', type: types.next });
    expect((await live.look(begun)).state).toBe('confirmed');
    expect(live.cloud.begun('change_server_type')).toBe(1);
  });
});

describe('a refusal', () => {
  it.each(['locked', 'conflict', 'rate_limited'] as const)('that passes is tried again: %s', async (fault) => {
    const chosen = await live.chosen();
    live.cloud.fail('actions/change_type', fault, 2);
    const begun = await live.begin(chosen);
    expect((await live.follow(begun, 20)).state).toBe('confirmed');
    expect(live.cloud.begun('change_server_type')).toBe(1);
  });

  it.each(['locked', 'no_capacity'] as const)('that stays leaves the server as it was, and on: %s', async (fault) => {
    const chosen = await live.chosen();
    live.cloud.fail('actions/change_type', fault, 100);
    const begun = await live.begin(chosen);
    const ended = await live.follow(begun, 20);
    expect(ended).toMatchObject({ state: 'choosing', problem: { reason: 'refused' } });
    expect(ended.problem?.message).toMatch(/locked|sold out/);
    expect(atProvider()).toMatchObject({ status: 'running', type: types.present });
    expect(live.cloud.begun('change_server_type')).toBe(0);
  });

  it('of the first step changes nothing', async () => {
    const chosen = await live.chosen();
    live.cloud.makeReadOnly();
    await failsWith(live.begin(chosen), 'PROVIDER_UNAUTHORIZED');
    expect(await live.look(chosen)).toMatchObject({ state: 'choosing', problem: { reason: 'not_authorized' } });
  });
});

describe('a task that fails', () => {
  it('leaves the server as it was, and on', async () => {
    live.cloud.account.failNext('change_type', 'server_error', 'Host is out of memory');
    const ended = await live.follow(await live.begin(await live.chosen()), 10);
    expect(ended).toMatchObject({
      state: 'choosing',
      problem: { reason: 'refused', message: 'Host is out of memory' },
    });
    expect(atProvider()).toMatchObject({ status: 'running', type: types.present });
  });

  it('is sent again if the server only did not start', async () => {
    live.cloud.account.failNext('poweron', 'server_error', 'No power');
    const begun = await live.begin(await live.chosen());
    while (live.cloud.begun('start_server') < 2) await live.follow(begun, 1);
    expect((await live.look(begun)).problem?.reason).toBe('left_off');
    const ended = await live.follow(begun, 20);
    expect(ended.state).toBe('confirmed');
    expect(live.cloud.begun('start_server')).toBe(2);
  });
});

it('tells at once that a server was left off, because the provider refuses to turn it on', async () => {
  live.cloud.fail('actions/poweron', 'no_capacity');
  const begun = await live.begin(await live.chosen());
  while (live.cloud.asked('poweron') === 0) await live.follow(begun, 1);
  expect(await live.look(begun)).toMatchObject({ problem: { reason: 'left_off', message: expect.any(String) } });
  await live.follow(begun, 1);
  expect((await live.look(begun)).problem?.reason).toBe('left_off');
  expect((await live.follow(begun, 20)).state).toBe('confirmed');
});

describe('what others do meanwhile', () => {
  it('shows: a server that someone gave another plan', async () => {
    atProvider().ignoresShutdown = true;
    const begun = await live.begin(await live.chosen());
    atProvider().type = types.largest;
    live.app.clock.advance(120_000);
    expect(await live.follow(begun, 2)).toMatchObject({ state: 'applying', problem: { reason: 'unexpected_sizes' } });
    expect(atProvider()).toMatchObject({ status: 'running', type: types.largest });
    expect(live.cloud.requests.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  it('does not send a step twice: two windows, two jobs', async () => {
    const chosen = await live.chosen();
    const both = await Promise.allSettled([live.begin(chosen), live.begin(chosen)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await Promise.all([live.follow(chosen, 10, 10), live.follow(chosen, 10, 10)]);
    expect(live.cloud.asked('shutdown')).toBe(1);
    expect(live.cloud.asked('change_type')).toBe(1);
    expect((await live.look(chosen)).state).toBe('confirmed');
  });
});
