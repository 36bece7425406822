import tls from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { ensureRsyslog, startRsyslog } from '#e2e/support/programs/rsyslog.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { checkAuditStreams } from '#main/service-commands/doctor/audit-streams.ts';
import { accountActor, recordEvent } from '#main/services/recording/record-event.ts';
import { second } from '#shared/rules/limits.ts';

const usual = tls.getCACertificates('default');
beforeAll(() => {
  ensureRsyslog();
  tls.setDefaultCACertificates([...usual, testCertificate.cert]);
});
afterAll(() => tls.setDefaultCACertificates(usual));

const first = perFile(() => startRsyslog());

const addEntries = ({ service: { context } }: TestService, { id, name, tenantId }: Person, count: number) =>
  context.db.transaction({ tenant: tenantId }, async (tx) => {
    const actor = accountActor({ id, name, tenant_id: tenantId });
    for (let index = 0; index < count; index += 1) {
      const target = { kind: 'workspace', id: `ws_${index}`, label: `Research ü "${index}"` } as const;
      await recordEvent(context, tx, { action: 'deleteWorkspace', actor, target, details: { slug: `w${index}` } });
    }
  });

it('a real rsyslog gets every entry over TLS, also those that were written while it was down', async () => {
  const streams = { 'audit-stream': `syslog+tls://localhost:${first.port}` };
  const app = await createTestService(streams, { webhooks: { answerMs: second } });
  const { context, auditStreamWorker } = app.service;
  const owner = await app.owner();
  await addEntries(app, owner, 150);
  await auditStreamWorker.drain();
  await expect.poll(async () => (await first.stored()).length).toBeGreaterThan(150);
  await first.stop();
  await addEntries(app, owner, 150);
  await auditStreamWorker.drain();
  await expect(checkAuditStreams(context)).rejects.toThrow(/\d+ entries wait since/);
  const again = await startRsyslog(first);
  onTestFinished(again.stop);
  await expect
    .poll(async () => {
      await auditStreamWorker.drain();
      return checkAuditStreams(context).catch((error: Error) => error.message);
    })
    .toMatch(/has everything$/);
  await app.close();
  const entries = async () =>
    (await again.stored())
      .filter((line) => line.includes(' deleteWorkspace '))
      .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as { sequence: number; target_label: string });
  // Some may have been sent twice, and none is missing.
  await expect.poll(async () => new Set((await entries()).map(({ sequence }) => sequence)).size).toBe(300);
  expect((await entries()).at(-1)?.target_label).toBe('Research ü "149"');
  expect((await again.stored()).every((line) => line.startsWith('13 castellan '))).toBe(true);
});
