import { expect, it } from 'vitest';
import { startReceiver } from '#e2e/support/event-receiver.ts';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { createServiceMetrics } from './service-metrics.ts';

it('tells what waits for receivers of events and audit logs, for how long, and how attempts went', async () => {
  let status = 204;
  const receiver = await closedAfterwards(startReceiver(() => (response) => void response.writeHead(status).end()));
  const stream = `${receiver.url}/stream`;
  const app = await closedAfterwards(createTestService({ 'audit-stream': stream }));
  const { context, eventWorker, auditStreamWorker } = app.service;
  const metrics = createServiceMetrics(context, {
    background: { jobRuns: () => [], brokenAuditLogs: () => undefined },
    live: { count: () => 0 },
  });
  const told = async () => {
    const lines = (await metrics.render()).split('\n').filter((line) => /^castellan_(event|audit_stream)_/.test(line));
    const known = new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
    return (name: string) => known.get(`castellan_${name}`);
  };
  const owner = await app.owner();
  const place = { kind: 'webhook', name: 'CI', url: receiver.url, allow_private_addresses: true } as const;
  const { tenantId: tenant_id, token } = owner;
  await app.call(contract.events.createEventDestination, { tenant_id, ...place }, { token });
  const off = await app.call(contract.events.createEventDestination, { tenant_id, ...place, name: 'B' }, { token });
  const { destination_id } = off;
  await app.call(contract.events.updateEventDestination, { tenant_id, destination_id, enabled: false }, { token });
  await eventWorker.drain();
  await auditStreamWorker.drain();
  const before = await told();
  expect(before('event_destinations{state="working"}')).toBe(1);
  expect(before('event_destinations{state="off"}')).toBe(1);
  expect(before('event_deliveries_waiting')).toBe(0);
  expect(before('event_oldest_waiting_seconds')).toBe(0);
  expect(before(`audit_stream_waiting{stream="${stream}"}`)).toBe(0);
  const delivered = before('event_attempts_total{outcome="delivered"}');
  expect(delivered).toBeGreaterThan(0);
  status = 500;
  await app.call(contract.workspaces.createWorkspace, { tenant_id, name: 'Research' }, { token });
  await eventWorker.drain();
  await auditStreamWorker.drain();
  app.clock.advance(5 * minute);
  const after = await told();
  expect(after('event_destinations{state="failing"}')).toBe(1);
  expect(after('event_deliveries_waiting')).toBe(1);
  expect(after('event_oldest_waiting_seconds')).toBe(300);
  expect(after('event_attempts_total{outcome="refused"}')).toBe(1);
  expect(after('event_attempts_total{outcome="delivered"}')).toBe(delivered);
  expect(after(`audit_stream_waiting{stream="${stream}"}`)).toBe(1);
  expect(after(`audit_stream_lag_seconds{stream="${stream}"}`)).toBe(300);
  await holdMail(context.db.write, { reason: 'operator', held_at: app.clock.now() });
  const held = await told();
  expect(held('event_oldest_waiting_seconds')).toBeUndefined();
  expect(held(`audit_stream_lag_seconds{stream="${stream}"}`)).toBeUndefined();
});
