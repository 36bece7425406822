import { beforeEach, describe, expect, it } from 'vitest';
import { createMailService } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { mailsTo } from '#e2e/support/team.ts';
import type { TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { createServiceMetrics } from '../app/service-metrics.ts';
import { checkService } from '../service-commands/doctor/run-checks.ts';

const service = perTest(() => createMailService());
let app: TestService;
beforeEach(() => {
  app = service.app;
});

const statusOf = async ({ email }: { email: string }) => {
  const [mail] = await mailsTo(app, email);
  return [mail?.status, mail?.last_error];
};

describe('a sender that the mail server refuses', () => {
  it('keeps all email waiting, and loses none of it', async () => {
    service.server.refuseSender = () => ({ code: 550, text: 'Sender not allowed' });
    const people = [await app.owner(), await app.owner(), await app.owner()];
    await service.drain();
    expect(service.server.senders).toBe(1);
    const statuses = await Promise.all(people.map(statusOf));
    expect(statuses.map(([status]) => status).sort()).toEqual(['failed', 'queued', 'queued']);
    expect(statuses.flatMap(([, error]) => error ?? [])).toEqual(['sender_refused']);
    // One email is tried again, however often and however long.
    for (let attempt = 2; attempt < 15; attempt += 1) {
      app.clock.advance(15 * minute);
      await service.drain();
      expect(service.server.senders).toBe(attempt);
    }
    service.server.refuseSender = undefined;
    app.clock.advance(15 * minute);
    await service.drain();
    expect(await Promise.all(people.map(statusOf))).toEqual(people.map(() => ['sent', null]));
  });

  it('is tried again at once after a restart, and not sooner otherwise', async () => {
    service.server.refuseSender = (sender) =>
      sender === 'sender@castellan.example' ? { code: 550, text: 'Sender not allowed' } : undefined;
    const person = await app.owner();
    await service.drain();
    await service.drain();
    expect(service.server.senders).toBe(1);
    await app.restart();
    await service.drain();
    expect(service.server.senders).toBe(2);
    expect(await statusOf(person)).toEqual(['failed', 'sender_refused']);
  });

  it('is told to whoever may change it', async () => {
    const operator = await app.owner();
    const other = await app.owner();
    await service.drain();
    const isRefused = async ({ token }: { token: string }) =>
      (await app.call(contract.mail.getMailSettings, {}, { token })).sender_refused;
    expect(await isRefused(operator)).toBe(false);
    service.server.refuseSender = () => ({ code: 553, text: 'Sender not allowed' });
    await app.owner();
    await service.drain();
    expect([await isRefused(operator), await isRefused(other)]).toEqual([true, false]);
  });

  it('is a finding of doctor, and a metric, until it is accepted', async () => {
    const { context } = app.service;
    const tell = async () => {
      const findings = await Promise.all(checkService(context, { thorough: false }));
      const background = { jobRuns: () => [], brokenAuditLogs: () => 0 };
      const metrics = await createServiceMetrics(context, { background, live: { count: () => 0 } }).render();
      const { ok, text } = findings.find(({ name }) => name === 'mail server') ?? {};
      return [
        ok,
        text?.replace(/^[\d.:]+:? /, ''),
        /^castellan_mail_sender_refused(?:\{.*\})? (\d)$/m.exec(metrics)?.[1],
      ];
    };
    service.server.refuseSender = () => ({ code: 550, text: 'Sender not allowed' });
    await app.owner();
    await app.owner();
    await service.drain();
    expect(await tell()).toEqual([
      false,
      'the mail server rejects the sender, so all email waits (2). Change the sender, or allow it there',
      '1',
    ]);
    service.server.refuseSender = undefined;
    app.clock.advance(15 * minute);
    await service.drain();
    expect(await tell()).toEqual([true, 'is reachable', '0']);
  });

  it('is not what a server means that names the size of a message', async () => {
    service.server.refuseSender = () => ({ code: 552, text: 'Message too large' });
    const people = [await app.owner(), await app.owner()];
    await service.drain();
    expect(await Promise.all(people.map(statusOf))).toEqual(people.map(() => ['abandoned', 'mail_refused']));
  });
});
