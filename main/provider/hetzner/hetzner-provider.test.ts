import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { type Cloud, createCloud, token } from '#e2e/support/hetzner/cloud.ts';
import { failure } from '#e2e/support/provider.ts';
import { minute } from '#shared/rules/limits.ts';
import { createLogger } from '../../platform/logger.ts';
import { createAccountTurns } from '../account-turns.ts';
import type { Provider } from '../provider.ts';
import { SendError } from '../send-error.ts';
import { createHetznerProvider } from './hetzner-provider.ts';

let clock: FakeClock;
let cloud: Cloud;
let lines: string[];
let pauses: number[];

const connect = (key = token): Provider => {
  const delay = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds);
    clock.advance(milliseconds);
  };
  return createHetznerProvider({
    url: 'https://api.hetzner.cloud/v1',
    key,
    send: (request) => cloud.handle(request),
    clock,
    count: (call) => call,
    log: createLogger('trace', { write: (line: string) => void lines.push(line) }),
    random: () => 0.5,
    delay,
    turns: createAccountTurns({ clock, delay }),
    timeoutSignal: () => new AbortController().signal,
  });
};

let provider: Provider;
beforeEach(() => {
  clock = createFakeClock(Date.UTC(2026, 10, 23));
  cloud = createCloud({ now: () => clock.now(), hang: () => Promise.reject(new SendError('timeout', true)) });
  lines = [];
  pauses = [];
  provider = connect();
});

const web = { serviceid: 'hcloud-42' };

describe('servers', () => {
  it('are read with their type, disk and traffic', async () => {
    const { servers, unreadable } = await provider.listServers();
    expect(unreadable).toEqual([]);
    expect(servers).toHaveLength(2);
    expect(servers[0]).toEqual({
      serviceid: 'hcloud-42',
      srvrname: 'web-1',
      status: 'ACTIVE',
      is_suspended: false,
      locked: false,
      billingcycle: 'monthly',
      product_name: 'cx22',
      main_ip: '203.0.113.42',
      ips: null,
      task_state: null,
      disk_type: 'ssd',
      sizes: { cpu: 2, ram_mb: 4096, disk_gb: 40, bandwidth_gb: 20_480 },
      pending: { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null },
    });
    expect(servers[1]).toMatchObject({ serviceid: 'hcloud-43', status: 'OFF' });
    expect(await provider.getServer(web)).toEqual(servers[0]);
  });

  it('without an IPv4 address show their IPv6 network', async () => {
    const type = { id: 22, name: 'cx22', cores: 2, memory: 4, disk: 40 };
    const public_net = { ipv4: null, ipv6: { id: 9, ip: '2001:db8:1:2::/64', blocked: false, dns_ptr: [] } };
    cloud.strangeRows.push({ id: 7, name: 'v6', status: 'running', server_type: type, public_net });
    const { servers } = await provider.listServers();
    expect(servers.find(({ serviceid }) => serviceid === 'hcloud-7')?.main_ip).toBe('2001:db8:1:2::/64');
  });

  it('are read page by page', async () => {
    const first = cloud.account.find(42);
    for (let id = 100; id < 220; id += 1) cloud.account.servers.push({ ...first, id, name: `n${id}` });
    expect((await provider.listServers()).servers).toHaveLength(122);
    expect(cloud.requests).toHaveLength(3);
  });

  it('hide no other if one has an odd row', async () => {
    cloud.strangeRows.push({ id: 7, name: 'odd', status: 'running', server_type: { id: 1 } }, 'nonsense');
    const { servers, unreadable } = await provider.listServers();
    expect(servers).toHaveLength(2);
    expect(unreadable).toEqual([
      { position: 1, serviceid: 'hcloud-7', label: 'odd', field: 'server_type.name', value: null },
      { position: 2, serviceid: null, label: null, field: null, value: 'nonsense' },
    ]);
  });

  it('that are all unreadable are no empty list', async () => {
    cloud.account.servers.length = 0;
    cloud.strangeRows.push({ id: 7 });
    expect((await failure(provider.listServers())).reason).toBe('unexpected_shape');
  });

  it.each(['12345', 'hcloud-', 'hcloud-0', 'hcloud-42/actions', ''])('are never asked for as %j', async (serviceid) => {
    const error = await failure(provider.getServer({ serviceid }));
    expect(error).toMatchObject({ reason: 'invalid_serviceid', sent: false });
    expect(cloud.requests).toEqual([]);
  });

  it('that are gone are known as such', async () => {
    expect((await failure(provider.getServer({ serviceid: 'hcloud-1' }))).reason).toBe('invalid_serviceid');
  });
});

describe('plans', () => {
  it('of a server are those of its location and processor, cheapest first, with the disk that it keeps', async () => {
    const { plans, currency, unreadable } = await provider.getPriceList(web);
    expect(currency).toBe('EUR');
    expect(unreadable).toEqual([]);
    expect(plans.map(({ name, monthly, current, sizes }) => [name, monthly, current, sizes.disk_gb])).toEqual([
      ['cx11', '3.92', 0, 20],
      ['cx22', '4.51', 1, 40],
      ['cx32', '8.09', 0, 40],
      ['cpx31', '15.59', 0, 40],
      ['cx42', '19.52', 0, 40],
    ]);
    expect(plans[0]).toMatchObject({ cpu: '1', ram: '2 GB', disk: '20 GB', bandwidth: '20480 GB', hourly: null });
  });

  it('of no server are all, with the lowest price', async () => {
    const { plans } = await provider.getPriceList({});
    expect(plans).toHaveLength(8);
    expect(plans[0]).toMatchObject({ name: 'cx11', monthly: '3.42', current: 0 });
  });

  it('read the currency once', async () => {
    await provider.getPriceList(web);
    await provider.on({ priority: 'click' }).getPriceList(web);
    expect(cloud.requests.filter((one) => one === 'GET /pricing')).toHaveLength(1);
  });
});

describe('errors', () => {
  it.each([
    ['wrong token', async () => failure(connect('wrong-token-123').listServers()), 'not_authorized', 1],
    ['locked', async () => failure(provider.takeStep({ ...web, rid: 23, step: 'shut_down' })), 'server_locked', 1],
    ['conflict', async () => failure(provider.takeStep({ ...web, rid: 23, step: 'shut_down' })), 'server_locked', 1],
    [
      'server_not_stopped',
      async () => failure(provider.takeStep({ ...web, rid: 23, step: 'shut_down' })),
      'server_locked',
      1,
    ],
    ['no_capacity', async () => failure(provider.takeStep({ ...web, rid: 23, step: 'shut_down' })), 'refused', 1],
  ] as const)('that say that nothing happened: %s', async (fault, call, reason, requests) => {
    if (fault !== 'wrong token') cloud.fail('actions/shutdown', fault);
    const error = await call();
    expect(error).toMatchObject({ reason, mayHaveHappened: false });
    expect(error.providerMessage).not.toBeNull();
    expect(cloud.requests).toHaveLength(requests);
  });

  it.each(['timeout_before', 'timeout_after', 'unavailable_before', 'unavailable_after', 'html'] as const)(
    'that leave open what happened are sent once: %s',
    async (fault) => {
      cloud.fail('actions/poweroff', fault);
      const error = await failure(provider.takeStep({ ...web, rid: 23, step: 'power_off' }));
      expect(error.mayHaveHappened).toBe(true);
      expect(cloud.asked('poweroff')).toBe(1);
    },
  );

  it.each(['timeout_before', 'unavailable_before', 'html'] as const)('of reads are tried again: %s', async (fault) => {
    // A read that gets no answer twice is given up.
    const times = fault === 'timeout_before' ? 1 : 2;
    cloud.fail('servers/42', fault, times);
    expect((await provider.getServer(web)).serviceid).toBe(web.serviceid);
    expect(cloud.requests).toHaveLength(times + 1);
    expect(pauses).toHaveLength(times);
  });

  it('never tell the token', async () => {
    cloud.fail('servers/42', 'unavailable_before', 9);
    const error = await failure(provider.getServer(web));
    expect(JSON.stringify([lines, error.message, error.providerMessage])).not.toContain(token);
    expect(lines).toHaveLength(1);
  });

  it('of another page are no answer of the provider', async () => {
    cloud.handle = async () => new Response('<html>', { status: 404 });
    expect((await failure(provider.listServers())).reason).toBe('unexpected_status');
    cloud.handle = async () => new Response('<html>');
    expect((await failure(provider.listServers())).reason).toBe('not_json');
    cloud.handle = async () => new Response(null, { status: 302, headers: { location: 'https://example.com' } });
    expect((await failure(provider.listServers())).reason).toBe('redirected');
    cloud.handle = async () => Response.json({ servers: 'none' });
    expect((await failure(provider.listServers())).reason).toBe('unexpected_shape');
  });
});

describe('the limit of requests', () => {
  it('is kept until the provider takes requests again', async () => {
    cloud.fail('servers/42', 'rate_limited');
    const error = await failure(provider.getServer(web));
    expect(error).toMatchObject({ reason: 'rate_limited', mayHaveHappened: false });
    // The other tries, and other requests, wait without being sent.
    expect(cloud.requests).toHaveLength(1);
    expect((await failure(provider.takeStep({ ...web, rid: 23, step: 'shut_down' }))).sent).toBe(false);
    expect((await failure(provider.on({ priority: 'click' }).listServers())).sent).toBe(false);
    clock.advance(minute);
    expect((await provider.getServer(web)).serviceid).toBe(web.serviceid);
  });

  it('holds up nothing for longer than an hour, whatever the provider says', async () => {
    const { handle } = cloud;
    cloud.handle = async () =>
      Response.json(
        { error: { code: 'rate_limit_exceeded' } },
        { status: 429, headers: { 'ratelimit-reset': '9999999999' } },
      );
    await failure(provider.getServer(web));
    cloud.handle = handle;
    clock.advance(60 * minute);
    expect((await provider.getServer(web)).serviceid).toBe(web.serviceid);
  });
});

describe('a change', () => {
  it('tells the power, the tasks, and the newest of them that changes the type', async () => {
    expect(await provider.getChange({ ...web, after: null })).toMatchObject({
      rid: 22,
      power: 'on',
      isBusy: false,
      latest: null,
      change: 'none',
      wasAsked: false,
    });
    await provider.takeStep({ ...web, rid: 23, step: 'shut_down' });
    clock.advance(minute);
    await provider.takeStep({ ...web, rid: 23, step: 'change_plan' });
    const running = await provider.getChange({ ...web, after: null });
    expect(running).toMatchObject({ rid: 22, power: 'off', isBusy: true, change: 'running', wasAsked: true });
    clock.advance(minute);
    const done = await provider.getChange({ ...web, after: null });
    expect(done).toMatchObject({ rid: 23, power: 'off', isBusy: false, change: 'done' });
    // Tasks that were there before belong to another change.
    expect(await provider.getChange({ ...web, after: done.latest })).toMatchObject({ change: 'none', wasAsked: false });
  });

  it('is under way while any task runs, also one for which the server isn’t locked', async () => {
    await provider.setPower({ ...web, action: 'reboot' });
    expect((await provider.listServers()).servers[0]).toMatchObject({ locked: false });
    const busy = { ...web, after: null };
    expect(await provider.getChange(busy)).toMatchObject({ power: 'on', isBusy: true });
    expect(await provider.getPower({ ...busy, action: 'reboot', task: null })).toMatchObject({ isBusy: true });
    clock.advance(5 * minute);
    expect(await provider.getChange(busy)).toMatchObject({ power: 'on', isBusy: false });
  });

  it('tells why it failed', async () => {
    cloud.account.failNext('change_type', 'server_error', 'No space');
    await provider.takeStep({ serviceid: 'hcloud-43', rid: 24, step: 'change_plan' });
    clock.advance(minute);
    expect(await provider.getChange({ serviceid: 'hcloud-43', after: null })).toMatchObject({
      rid: 23,
      change: 'failed',
      message: 'No space',
    });
  });
});

it('what the provider does not have fails before anything is sent', async () => {
  const calls = [
    provider.checkUpgradeOrder(web),
    provider.checkUpgradeReboot(web),
    provider.upgradeInstance({ ...web, rid: 23 }),
    provider.upgradeServer(web),
    provider.confirmUpgrade(web),
    provider.revertUpgrade(web),
    provider.getBillingcyclePrices(web),
    provider.changeBillingCycle(web),
    provider.upgradeToManaged(web),
    provider.downgradeToUnmanaged(web),
  ];
  for (const call of calls) expect(await failure(call)).toMatchObject({ reason: 'not_offered', sent: false });
  expect(cloud.requests).toEqual([]);
});
