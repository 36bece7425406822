import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock, toIso } from './clock.ts';
import { randomIds } from './ids.ts';
import { createMetrics } from './metrics.ts';
import { assertPortFree } from './port.ts';
import { StartError } from './start-error.ts';

describe('the clock', () => {
  it('returns milliseconds since the epoch, and formats ISO 8601 in UTC with milliseconds', () => {
    expect(Number.isInteger(systemClock.now())).toBe(true);
    expect(systemClock.now()).toBeGreaterThan(Date.UTC(2025, 0));
    expect(toIso(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(toIso(1_768_478_400_123)).toBe('2026-01-15T12:00:00.123Z');
  });
});

describe('ids', () => {
  it('have their prefix and 128 random bits, and secrets have 256', () => {
    const ids = Array.from({ length: 1000 }, () => randomIds.id('user'));
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) {
      expect(id).toMatch(/^user_[\w-]{22}$/);
      expect(Buffer.from(id.slice(5), 'base64url')).toHaveLength(16);
    }
    const secrets = Array.from({ length: 1000 }, () => randomIds.secret());
    expect(new Set(secrets).size).toBe(1000);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });
});

describe('metrics', () => {
  it('show requests by route and status, and gauges at the time of reading', async () => {
    let waiting = 3;
    const metrics = createMetrics({ castellan_waiting: { help: 'Waiting', read: async () => waiting } });
    metrics.observeRequest('/api/v1/users/me', 'GET', 200, 0.004);
    metrics.observeRequest('/api/v1/users/me', 'GET', 200, 3);
    const first = await metrics.render();
    expect(first).toContain('castellan_waiting 3');
    expect(first).toMatch(
      /castellan_http_request_duration_seconds_count\{route="\/api\/v1\/users\/me",method="GET",status="200"\} 2/,
    );
    expect(first).toMatch(/duration_seconds_bucket\{le="0.005",route="\/api\/v1\/users\/me".*\} 1/);
    expect(first).toContain('process_cpu_user_seconds_total');
    waiting = 4;
    expect(await metrics.render()).toContain('castellan_waiting 4');
    expect(metrics.contentType).toContain('text/plain');
  });

  it('are separate for two services', async () => {
    const [one, other] = [createMetrics({}), createMetrics({})];
    one.observeRequest('/only-here', 'GET', 200, 1);
    expect(await other.render()).not.toContain('/only-here');
  });
});

describe('a port', () => {
  it('is free, or rejected with advice', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const taken = assertPortFree('127.0.0.1', port);
    await expect(taken).rejects.toThrow(StartError);
    await expect(taken).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by another program`);
    holder.close();
    await once(holder, 'close');
    await assertPortFree('127.0.0.1', port);
    await assertPortFree('127.0.0.1', port);
  });

  it('on an address of another machine is rejected by name', async () => {
    await expect(assertPortFree('192.0.2.1', 4310)).rejects.toThrow('192.0.2.1 is not an address of this computer');
  });
});
