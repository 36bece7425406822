import { expect, test, vi } from 'vitest';
import { hour } from '#shared/rules/limits.ts';
import { createMetrics } from './metrics.ts';

test('tells about this process under the names that dashboards know and promtool accepts, and starts no timers for it', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  const metrics = createMetrics({});
  expect(timers.mock.calls.filter(([, milliseconds = 0]) => milliseconds < hour)).toEqual([]);

  metrics.observeRequest('/users/me', 'GET', 200, 0.01);
  const rendered = (await metrics.render())
    .split('\n')
    .filter((line) => line.startsWith('# TYPE '))
    .map((line) => line.slice('# TYPE '.length))
    // Only Linux tells these.
    .filter((line) => !/^process_(open_fds|max_fds|virtual_memory_bytes|heap_bytes) /.test(line));
  expect(rendered).toEqual([
    'process_cpu_user_seconds_total counter',
    'process_cpu_system_seconds_total counter',
    'process_cpu_seconds_total counter',
    'process_start_time_seconds gauge',
    'process_resident_memory_bytes gauge',
    'nodejs_eventloop_lag_seconds gauge',
    'nodejs_eventloop_lag_min_seconds gauge',
    'nodejs_eventloop_lag_max_seconds gauge',
    'nodejs_eventloop_lag_mean_seconds gauge',
    'nodejs_eventloop_lag_stddev_seconds gauge',
    'nodejs_eventloop_lag_p50_seconds gauge',
    'nodejs_eventloop_lag_p90_seconds gauge',
    'nodejs_eventloop_lag_p99_seconds gauge',
    'nodejs_active_resources gauge',
    'nodejs_active_handles gauge',
    'nodejs_active_requests gauge',
    'nodejs_heap_size_total_bytes gauge',
    'nodejs_heap_size_used_bytes gauge',
    'nodejs_external_memory_bytes gauge',
    'nodejs_heap_space_size_total_bytes gauge',
    'nodejs_heap_space_size_used_bytes gauge',
    'nodejs_heap_space_size_available_bytes gauge',
    'nodejs_version_info gauge',
    'nodejs_gc_duration_seconds histogram',
    'castellan_http_request_duration_seconds histogram',
  ]);
  expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('have no value where none is known, rather than 0', async () => {
  let size: number | undefined;
  const read = async () => (size === undefined ? [] : [{ labels: {}, value: size }]);
  const metrics = createMetrics({
    backup_bytes: { help: 'Size', read },
    made_total: { help: 'Made', type: 'counter', read },
  });
  const rendered = async () => (await metrics.render()).match(/^(backup_bytes|made_total) .*$/gm);
  expect(await rendered()).toBeNull();
  size = 7;
  expect(await rendered()).toEqual(['backup_bytes 7', 'made_total 7']);
  expect(await rendered()).toEqual(['backup_bytes 7', 'made_total 7']);
  size = undefined;
  expect(await rendered()).toBeNull();
});
