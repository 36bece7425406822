import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { liveSettings, plans, type Run } from '#e2e/support/hosting.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { minute, second } from '#shared/rules/limits.ts';

const { hosting } = contract;

const live = perTest(() => createLiveUpgrade());
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** Listens on a free port of this computer. */
const listen = async (server: Server): Promise<number> => {
  open.push(server);
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  return (server.address() as AddressInfo).port;
};

const reviewed = (runs: readonly Run[]) => runs.map(({ run_id, version }) => ({ run_id, version }));
const openRuns = async () => (await live.call(hosting.listUpgradeRuns, { show: 'open', limit: 100 })).runs.toReversed();
const queueOf = async () => {
  const { queues } = await live.call(hosting.listUpgradeQueues, {});
  const [queue] = queues;
  if (!queue) throw new Error('There is no queue');
  return queue;
};
type Asked = Omit<RequestOf<typeof hosting.createUpgradeQueue>, 'runs'>;
const act = async (asked: Asked, runs: readonly Run[]) =>
  live.call(hosting.createUpgradeQueue, { ...asked, runs: reviewed(runs) });

/** Three servers whose orders are placed. */
const ordered = async () => {
  const runs: Run[] = [];
  for (const serviceid of await live.moreServers(3)) {
    const { run_id } = await live.call(hosting.startUpgradeRun, { serviceid });
    runs.push(await live.call(hosting.chooseUpgradePlan, { run_id, rid: plans.next }));
  }
  await act({}, runs);
  await live.advance();
  expect((await queueOf()).state).toBe('done');
  // The latest queue is the one that began last.
  live.app.clock.advance(second);
  return openRuns();
};

/** The same once all wait for a decision. */
const resized = async () => {
  const runs = await ordered();
  live.payAll();
  await act({ action: 'start' }, runs);
  await live.advance();
  for (let round = 0; round < 10 && (await openRuns()).some(({ state }) => state !== 'resized'); round += 1) {
    live.app.clock.advance(minute);
    await live.signInAgain();
    await live.advance();
  }
  return openRuns();
};

describe('starting several upgrades', () => {
  it('starts each once, and leaves out those that the provider does not take for paid', async () => {
    const runs = await ordered();
    const unpaid = runs[1];
    for (const { invoiceid } of live.emulator.state.orders) {
      if (invoiceid !== null && invoiceid !== unpaid?.order?.invoiceid) live.emulator.payInvoice(invoiceid);
    }
    await act({ action: 'start' }, runs);
    for (let round = 0; round < 4; round += 1) {
      await live.advance();
      await live.app.restart();
      live.app.clock.advance(minute);
      await live.signInAgain();
    }
    const queue = await queueOf();
    expect(queue).toMatchObject({ action: 'start', state: 'done', problem: null, left_out: [unpaid?.run_id] });
    expect(queue.runs[1]?.state).toBe('awaiting_payment');
    expect(live.calls('upgrade_server')).toBe(3);
  });

  it('leaves out all of them in one round if none is paid', async () => {
    const runs = await ordered();
    await act({ action: 'start' }, runs);
    await live.advance();
    expect(await queueOf()).toMatchObject({ state: 'done', left_out: runs.map(({ run_id }) => run_id) });
  });

  it('waits while the answer to a start is lost, and sends no second one', async () => {
    const runs = await ordered();
    live.payAll();
    await act({ action: 'start' }, runs);
    live.emulator.fail('timeout_after', { action: 'upgrade_server' });
    live.emulator.fail('html_before', { action: 'get_instance', times: 30 });
    await live.advance();
    await live.app.restart();
    await live.signInAgain();
    await live.advance();
    expect((await queueOf()).state).toBe('running');
    expect(live.calls('upgrade_server')).toBe(1);
  });

  it('starts nothing that no one has agreed to', async () => {
    const runs = await ordered();
    for (const order of live.emulator.state.orders) order.total = 500;
    for (const { run_id } of runs) await live.check({ run_id });
    const refused = await failsWith(act({ action: 'start' }, await openRuns()), 'STATE_CONFLICT');
    expect(refused.reason).toBe('invoice_differs');
    expect(live.calls('upgrade_server')).toBe(0);
  });

  it('leaves upgrades as they are when the rest is canceled', async () => {
    const runs = await ordered();
    const { queue_id } = await act({ action: 'start' }, runs);
    const cancelled = await live.call(hosting.cancelUpgradeQueue, { queue_id });
    expect(cancelled.runs.map(({ state }) => state)).toEqual(runs.map(() => 'awaiting_payment'));
    expect(cancelled).toMatchObject({ state: 'cancelled', current_run_id: null });
    const resumed = live.call(hosting.resumeUpgradeQueue, { queue_id, runs: reviewed(await openRuns()) });
    expect(await failsWith(resumed, 'STATE_CONFLICT')).toMatchObject({ reason: 'queue_not_stopped' });
    await live.advance();
    expect(live.calls('upgrade_server')).toBe(0);
  });
});

describe('confirming several upgrades', () => {
  const confirm = (health_check: NonNullable<Asked['health_check']>, runs: readonly Run[]) =>
    act({ action: 'confirm', health_check }, runs);
  /** Gives servers an address here, so that the port decides. */
  const reachable = async () => {
    await live.call(hosting.updateProviderSettings, { ...liveSettings, allow_private_addresses: true });
    for (const server of live.emulator.state.servers) server.main_ip = '127.0.0.1';
    const runs = await resized();
    expect(runs.map(({ state }) => state)).toEqual(['resized', 'resized', 'resized']);
    await live.call(hosting.syncServers, {});
    return runs;
  };
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await live.advance();
      live.app.clock.advance(minute);
      await live.signInAgain();
    }
  };

  it('confirms one after the other, each after a connection to it', async () => {
    const runs = await reachable();
    let connections = 0;
    const counting = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    const port = await listen(counting);
    await confirm({ by: 'tcp', port }, runs);
    await live.advance();
    expect((await queueOf()).health_check).toEqual({ by: 'tcp', port, path: '/' });
    await rounds(8);
    expect(await queueOf()).toMatchObject({ state: 'done', problem: null });
    expect(connections).toBe(3);
    expect(live.calls('confirm_upgrade')).toBe(3);
  });

  it('stops at the first one that fails, says what it met, and goes on after another look', async () => {
    const runs = await reachable();
    let status = 200;
    const port = await listen(
      createHttpServer(({ url }, response) => {
        response.writeHead(url === '/status' ? status : 404).end();
        status = 503;
      }),
    );
    await confirm({ by: 'http', port, path: '/status' }, runs);
    await rounds(6);
    const stopped = await queueOf();
    expect(stopped).toMatchObject({
      state: 'stopped',
      problem: { run_id: runs[1]?.run_id, reason: 'unhealthy', params: { check: `http ${port}`, met: 'HTTP 503' } },
    });
    expect(stopped.runs.map(({ state }) => state)).toEqual(['confirmed', 'resized', 'resized']);
    expect(live.calls('confirm_upgrade')).toBe(1);
    status = 204;
    const left = await openRuns();
    await live.call(hosting.resumeUpgradeQueue, { queue_id: stopped.queue_id, runs: reviewed(left) });
    await live.advance();
    expect(live.calls('confirm_upgrade')).toBe(2);
  });

  it('connects to no private address that the account does not allow', async () => {
    const runs = await reachable();
    let connections = 0;
    const counting = createServer((socket) => {
      connections += 1;
      socket.end();
    });
    const port = await listen(counting);
    await live.call(hosting.updateProviderSettings, { ...liveSettings, allow_private_addresses: false });
    await act({ action: 'confirm', health_check: { by: 'tcp', port } }, runs);
    await rounds(1);
    expect(await queueOf()).toMatchObject({
      state: 'stopped',
      problem: { run_id: runs[0]?.run_id, reason: 'unhealthy', params: { met: 'private address' } },
    });
    expect([connections, live.calls('confirm_upgrade')]).toEqual([0, 0]);
  });

  it('takes a health check for nothing else, and no path that is none', async () => {
    const runs = await ordered();
    await failsWith(act({ action: 'start', health_check: { by: 'tcp', port: 22 } }, runs), 'VALIDATION_FAILED');
    const health_check = { by: 'http', port: 80, path: 'status\r\nHost: x' } as const;
    await failsWith(act({ action: 'confirm', health_check }, runs), 'VALIDATION_FAILED');
    expect((await failsWith(act({ action: 'confirm' }, runs), 'STATE_CONFLICT')).reason).toBe('not_resized');
  });
});
