import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import type { Fault } from '#e2e/support/hetzner/cloud.ts';
import { createHetznerService, offServer, webServer } from '#e2e/support/hetzner-service.ts';
import { createLiveService, monthlyServer } from '#e2e/support/hosting.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import { type PowerAction, powerActions } from '#shared/flows/power.ts';

const { hosting } = contract;

const live = perTest(() => createHetznerService());
const power = (action: PowerAction, serviceid = webServer) => live.call(hosting.setPower, { serviceid, action });
const statusOf = async (serviceid = webServer) => (await live.call(hosting.getServer, { serviceid })).status;
const taskOf = {
  on: ['poweron', 'start_server'],
  shut_down: ['shutdown', 'shutdown_server'],
  off: ['poweroff', 'stop_server'],
  reboot: ['reboot', 'reboot_server'],
  reset: ['reset', 'reset_server'],
} as const satisfies Record<PowerAction, readonly [string, string]>;
const serverOf = (action: PowerAction) => (action === 'on' ? offServer : webServer);

describe('the power of a server', () => {
  it.each(powerActions)('changes once the provider shows it: %s', async (action) => {
    const serviceid = serverOf(action);
    const begun = await power(action, serviceid);
    expect(begun).toMatchObject({ kind: 'power', state: 'changing', wanted: action, problem: null });
    const ended = await live.follow(begun, 1);
    // What went well is no news to anyone.
    expect(ended).toMatchObject({ state: 'changed', problem: null, needs_attention: false, cost_after: null });
    expect(await statusOf(serviceid)).toBe(action === 'off' || action === 'shut_down' ? 'OFF' : 'ACTIVE');
    expect(live.cloud.asked(taskOf[action][0])).toBe(1);
    expect((await live.call(hosting.getServer, { serviceid })).open_run).toBeNull();
  });

  it('is left alone by a system that does not obey, which is told after five minutes', async () => {
    live.cloud.account.find(42).ignoresShutdown = true;
    const begun = await power('shut_down');
    expect((await live.follow(begun, 12)).state).toBe('changing');
    const failed = await live.follow(begun, 5);
    expect(failed).toMatchObject({ state: 'failed', problem: { reason: 'not_obeyed' }, needs_attention: true });
    expect(await statusOf()).toBe('ACTIVE');
    expect((await live.follow(await power('off'), 1)).state).toBe('changed');
  });

  it('stays as it is if the task fails, and tells why', async () => {
    live.cloud.account.failNext('poweroff', 'host_error', 'The host does not answer');
    const ended = await live.follow(await power('off'), 1);
    expect(ended).toMatchObject({
      state: 'failed',
      problem: { reason: 'refused', message: 'The host does not answer' },
    });
  });

  it('is not touched where that makes no sense, and the list shows what was seen', async () => {
    expect((await failsWith(power('on'), 'STATE_CONFLICT')).reason).toBe('server_is_on');
    live.cloud.account.find(42).status = 'off';
    for (const action of ['shut_down', 'off', 'reboot', 'reset'] as const) {
      expect((await failsWith(power(action), 'STATE_CONFLICT')).reason).toBe('server_is_off');
    }
    expect(await statusOf()).toBe('OFF');
    live.cloud.account.find(42).status = 'starting';
    expect((await failsWith(power('off'), 'STATE_CONFLICT')).reason).toBe('server_not_active');
    expect(live.cloud.requests.filter((one) => one.startsWith('POST'))).toEqual([]);
  });

  it('changes one thing at a time', async () => {
    const { run_id } = await power('reboot');
    expect((await failsWith(power('off'), 'RUN_OPEN')).run_id).toBe(run_id);
    await failsWith(live.call(hosting.startUpgradeRun, { serviceid: webServer }), 'RUN_OPEN');
    expect(live.cloud.asked('poweroff')).toBe(0);
  });

  it('is asked for once by a crowd', async () => {
    const calls = Array.from({ length: 10 }, () => power('reset').catch(() => undefined));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
    expect(live.cloud.asked('reset')).toBe(1);
  });

  it.each([
    ['PROVIDER_UNREACHABLE', () => live.cloud.fail('servers/42', 'timeout_before', 100)],
    ['PROVIDER_UNREADABLE', () => live.cloud.fail('servers/42', 'null', 100)],
  ] as const)('is not touched if it cannot be seen: %s', async (code, fail) => {
    fail();
    await failsWith(power('off'), code);
    expect((await live.call(hosting.listUpgradeRuns, {})).runs).toEqual([]);
    expect(live.cloud.asked('poweroff')).toBe(0);
  });

  it('is not touched by a key that may only read', async () => {
    live.cloud.makeReadOnly();
    await failsWith(power('off'), 'PROVIDER_UNAUTHORIZED');
    const { runs } = await live.call(hosting.listUpgradeRuns, {});
    expect(runs).toMatchObject([{ kind: 'power', state: 'failed', problem: { reason: 'not_authorized' } }]);
  });

  it('is refused in the words of the provider', async () => {
    live.cloud.fail('actions/reboot', 'conflict');
    await failsWith(power('reboot'), 'PROVIDER_REJECTED');
    const { runs } = await live.call(hosting.listUpgradeRuns, {});
    expect(runs).toMatchObject([{ kind: 'power', state: 'failed', problem: { reason: 'server_locked' } }]);
  });
});

// What else no one can understand: the promises of an adapter.
const unclear: Fault[] = ['timeout_before', 'timeout_after'];

describe('an answer that is lost', () => {
  it.each(powerActions.flatMap((action) => unclear.map((fault) => [action, fault] as const)))(
    'is looked up, and nothing is sent again: %s, %s',
    async (action, fault) => {
      const serviceid = serverOf(action);
      const [path, command] = taskOf[action];
      live.cloud.fail(`actions/${path}`, fault);
      const begun = await power(action, serviceid);
      expect(begun).toMatchObject({ state: 'changing' });
      expect(begun.problem).not.toBeNull();
      const ended = await live.follow(begun, 10);
      const isCarriedOut = fault.endsWith('_after');
      expect(live.cloud.begun(command)).toBe(isCarriedOut ? 1 : 0);
      expect(live.cloud.asked(path)).toBe(1);
      expect(ended).toMatchObject(
        isCarriedOut ? { state: 'changed', problem: null } : { state: 'failed', problem: { reason: 'interrupted' } },
      );
      // It can be asked for again.
      if (!isCarriedOut) expect((await live.follow(await power(action, serviceid), 1)).state).toBe('changed');
    },
  );

  it('never counts an earlier task of the same kind', async () => {
    await live.follow(await power('reboot'), 1);
    live.cloud.fail('actions/reboot', 'timeout_before');
    expect((await live.follow(await power('reboot'), 10)).state).toBe('failed');
  });

  it('says nothing before two minutes have passed', async () => {
    live.cloud.fail('actions/reset', 'timeout_before');
    expect((await live.follow(await power('reset'), 5)).state).toBe('changing');
  });
});

it('survives a restart in the middle', async () => {
  const begun = await power('off');
  await live.app.restart();
  expect((await live.follow(begun, 1)).state).toBe('changed');
  expect(live.cloud.asked('poweroff')).toBe(1);
});

it('is not offered by the provider of seed 001, and leaves no run', async () => {
  const seed = await createLiveService();
  try {
    const refused = await failsWith(
      seed.owner.call(hosting.setPower, { serviceid: monthlyServer, action: 'off' }),
      'PROVIDER_REJECTED',
    );
    expect(refused.provider_reason).toBe('not_offered');
    expect((await seed.owner.call(hosting.listUpgradeRuns, {})).runs).toEqual([]);
  } finally {
    await seed.close();
  }
});
