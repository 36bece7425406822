import { beforeEach, describe, expect, it } from 'vitest';
import { createMailService } from '#e2e/support/mail-service.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite } from '#e2e/support/team.ts';
import type { TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { throttles } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';

const service = perTest(() => createMailService());
let app: TestService;
beforeEach(async () => {
  app = service.app;
});

describe('the order of delivery', () => {
  const forgot = (email: string, ip: string) => app.call(contract.auth.forgotPassword, { email }, { ip });
  const order = () => service.server.mails.map(({ to }) => to[0]);

  it('sends resets and notices before invitations, and takes the tenants in turn', async () => {
    const [busy, other] = [await app.owner(), await app.owner()];
    await service.drain();
    service.server.mails.length = 0;
    for (const name of ['a1', 'a2', 'a3']) await invite(app, busy, `${name}@example.com`);
    for (const name of ['b1', 'b2']) await invite(app, other, `${name}@example.com`);
    await forgot(other.email, '192.0.2.1');
    await service.drain();
    expect(order()[0]).toBe(other.email);
    const turns = order()
      .slice(1)
      .map((to) => to?.slice(0, 1));
    expect([
      ['a', 'b', 'a', 'b', 'a'],
      ['b', 'a', 'b', 'a', 'a'],
    ]).toContainEqual(turns);
  });

  it('delays no reset email by 8,000 requests from one address', async () => {
    const victim = await app.owner();
    await service.drain();
    service.server.mails.length = 0;
    for (let number = 0; number < 8_000; number += 1) await forgot(`stranger${number}@example.com`, '192.0.2.66');
    const { db } = app.service.context;
    const waiting = await tablesOf(db.read).selectFrom('mail_requests').select('id').execute();
    expect(waiting).toHaveLength(throttles.mail_request.limit);
    await forgot(victim.email, '198.51.100.7');
    const startedAt = performance.now();
    await service.drain();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(order()).toEqual([victim.email]);
  });

  it('takes the addresses that send requests in turn, and keeps one of each request', async () => {
    const victim = await app.owner();
    const first = await app.owner('first@example.com');
    await service.drain();
    service.server.mails.length = 0;
    for (let number = 0; number < 20; number += 1) await forgot(`stranger${number}@example.com`, '192.0.2.66');
    // Requests of the same millisecond have no order.
    app.clock.advance(1);
    for (let number = 0; number < 5; number += 1) await forgot(first.email, '192.0.2.66');
    await forgot(victim.email, '198.51.100.7');
    await service.drain();
    expect(order()).toEqual([victim.email, first.email]);
  });
});
