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

describe('get_instances and get_instance', () => {
  const raw = {
    serviceid: '12345',
    srvrname: 'Server#12345',
    status: 'Resized',
    is_suspended: '0',
    locked: 1,
    hourly: '1',
    billingcycle: 'Monthly',
    product_name: 'Unmanaged <b>Linux</b> VPS',
    ram: '2048',
    cpu: 1,
    disk: 50,
    bandwidth: 2,
    bandwidth_used: 17,
    main_ip: '203.0.113.10',
    upgrade_available: 1,
    upgrade_ram: '',
    upgrade_cpu: null,
    vm_state: 'resized',
    task_state: null,
    disk_type: 'ssd',
    password: 'canary-root',
    configkey: 'canary-config',
    flavor: { id: 1 },
    ssh_keys: [],
  };

  it('reads known fields and drops the rest, above all the password and the key', async () => {
    answer({ success: raw });
    const server = await provider.getInstance({ serviceid });
    expect(server).toEqual({
      serviceid: 12_345,
      srvrname: 'Server#12345',
      status: 'RESIZED',
      is_suspended: false,
      locked: true,
      hourly: true,
      billingcycle: 'monthly',
      product_name: 'Unmanaged Linux VPS',
      ram: '2048',
      cpu: '1',
      disk: '50',
      bandwidth: '2',
      bandwidth_used: '17',
      main_ip: '203.0.113.10',
      ips: null,
      upgrade_available: true,
      upgrade_ram: null,
      upgrade_cpu: null,
      upgrade_disk: null,
      vm_state: 'resized',
      task_state: null,
      disk_type: 'ssd',
      sizes: { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 },
      pending: { cpu: null, ram_mb: null, disk_gb: null, bandwidth_gb: null },
    });
    expect(JSON.stringify(server)).not.toContain('canary');
  });

  it('reads a list, keyed by number or bare', async () => {
    for (const body of [{ success: [raw] }, { success: { 0: raw } }, [raw]]) {
      answer(body);
      expect(await provider.getInstances()).toMatchObject({ servers: [{ serviceid: 12_345 }], unreadable: [] });
    }
    for (const body of [{ success: [] }, []]) {
      answer(body);
      expect(await provider.getInstances()).toEqual({ servers: [], unreadable: [] });
    }
  });

  it.each([
    ['no status', { status: null }, { serviceid: 12_346, label: 'Server#12345', field: 'status', value: 'null' }],
    ['a list as address', { main_ip: ['x'] }, { serviceid: 12_346, field: 'main_ip', value: '[…]' }],
    ['a word for a flag', { is_suspended: 'maybe' }, { serviceid: 12_346, field: 'is_suspended', value: 'maybe' }],
    ['no number', { serviceid: 'x' }, { serviceid: null, label: 'Server#12345', field: 'serviceid', value: 'x' }],
    ['what may be a secret', { locked: 'password: hunter2' }, { field: 'locked', value: '[…]' }],
  ])('leaves out a server with %s, names the field, and shows the others', async (_, odd, named) => {
    answer({ success: [raw, { ...raw, serviceid: 12_346, ...odd }, { ...raw, serviceid: 12_347 }] });
    const { servers, unreadable } = await provider.getInstances();
    expect(servers.map((server) => server.serviceid)).toEqual([12_345, 12_347]);
    expect(unreadable).toEqual([expect.objectContaining({ position: 2, ...named })]);
    expect(JSON.stringify(unreadable)).not.toContain('canary');
  });

  it.each([
    [{ locked: 2 }, { locked: true }],
    [{ is_suspended: 'No' }, { is_suspended: false }],
    [{ is_suspended: 'yes' }, { is_suspended: true }],
    [
      { main_ip: false, upgrade_ram: false },
      { main_ip: null, upgrade_ram: null },
    ],
    [{ billingcycle: 'One Time' }, { billingcycle: null }],
  ])('reads %j', async (odd, read) => {
    answer({ success: { ...raw, ...odd } });
    expect(await provider.getInstance({ serviceid })).toMatchObject(read);
  });

  it('expects no other sizes of an order that are the same in another unit', async () => {
    answer({ success: { ...raw, disk: '1 TB', upgrade_disk: '1000', upgrade_cpu: 2 } });
    expect((await provider.getInstance({ serviceid })).pending).toMatchObject({ disk_gb: null, cpu: 2 });
  });

  it('names the field of a single server that is not understood', async () => {
    answer({ success: { ...raw, status: true } });
    expect(await failure(provider.getInstance({ serviceid }))).toMatchObject({ field: 'status: true' });
  });

  it('reads a server that is listed twice once', async () => {
    answer({ success: [raw, { ...raw, serviceid: 12_346 }, raw] });
    expect((await provider.getInstances()).servers.map((server) => server.serviceid)).toEqual([12_345, 12_346]);
  });

  it.each(['Semi-Annually', 'semiannually', 'Semi Annually'])('reads the billing cycle %s', async (billingcycle) => {
    answer({ success: { ...raw, billingcycle } });
    expect((await provider.getInstance({ serviceid })).billingcycle).toBe('semiannually');
  });

  it('reads a single server, in a list of one or bare', async () => {
    for (const body of [{ success: [raw] }, { success: { 0: raw } }, raw]) {
      answer(body);
      expect(await provider.getInstance({ serviceid })).toMatchObject({ serviceid: 12_345, status: 'RESIZED' });
    }
  });

  it('rejects a server other than the requested one', async () => {
    answer({ success: { ...raw, serviceid: 12_346 } });
    expect(await failure(provider.getInstance({ serviceid }))).toMatchObject({ reason: 'unexpected_shape' });
  });

  it.each([[{}], [{ success: false }], [{ success: [{ status: 'ACTIVE' }] }], [{ success: [{ serviceid: 1 }] }]])(
    'rejects %j as a list of servers',
    async (body) => {
      answer(body);
      expect(await failure(provider.getInstances())).toMatchObject({ reason: 'unexpected_shape' });
    },
  );

  it('shows nothing of an answer that it does not understand', async () => {
    answer({ success: { ...raw, status: ['canary-status'] } });
    const error = await failure(provider.getInstance({ serviceid }));
    expect(JSON.stringify([error, error.message, error.stack, error.cause ?? null])).not.toContain('canary');
  });
});
