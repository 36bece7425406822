import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { createServiceMetrics } from './service-metrics.ts';

const app = perTest(() => createTestService());

it('tells times in seconds, and sizes in bytes', async () => {
  const at = app.clock.now();
  const context = {
    ...app.service.context,
    backups: {
      ...app.service.context.backups,
      plan: { dir: '/backups', everyMs: 86_400_000, keep: 7, passphrase: () => undefined },
      newest: async () => ({ file: 'castellan.tar.gz', at, bytes: 4_096 }),
    },
  };
  const run = { failures: 2, isRunning: false, startedAt: at, durationMs: 5, result: 'ok' as const, nextAt: at };
  const background = { jobRuns: () => [{ name: 'purge', succeededAt: at, ...run }], brokenAuditLogs: () => 3 };
  const text = await createServiceMetrics(context, { background, live: { count: () => 4 } }).render();
  const figures = [
    ['castellan_time_seconds', at / 1_000],
    ['castellan_backup_interval_seconds', 86_400],
    ['castellan_backup_last_success_timestamp_seconds', at / 1_000],
    ['castellan_backup_last_bytes', 4_096],
    ['castellan_job_failures_total{name="purge"}', 2],
    ['castellan_job_last_success_timestamp_seconds{name="purge"}', at / 1_000],
    ['castellan_audit_logs_broken', 3],
    ['castellan_live_streams', 4],
  ];
  const told = new Map(
    text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
  );
  expect(figures.map(([name]) => [name, Number(told.get(String(name)))])).toEqual(figures);
});
