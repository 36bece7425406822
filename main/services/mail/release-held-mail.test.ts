import { afterEach, beforeEach, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { startMailServer } from '#e2e/support/mail-server.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, mailsTo } from '#e2e/support/team.ts';
import { createTestService, type Person, type TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { toIso } from '../../platform/clock.ts';
import { holdMail } from '../../storage/store/mail/mail-hold.ts';

const { getMailSettings, releaseHeldMail, sendTestMail } = contract.mail;

const server = perTest(() => startMailServer());
let app: TestService;
let owner: Person;
beforeEach(async () => {
  app = await createTestService({ 'smtp-url': server.url });
  owner = await app.owner('first@example.com');
  await drain();
  server.mails.length = 0;
  await holdMail(app.service.context.db.write, { reason: 'restored', held_at: app.clock.now() });
});
afterEach(async () => {
  await app.close();
});

const drain = () => app.service.mailWorker.drain();
const release = (kept_mails: 'send' | 'keep', person = owner) =>
  app.call(releaseHeldMail, { kept_mails }, { token: person.token });

it('keeps every email until an owner of the admin team releases it, and then sends what waits', async () => {
  await invite(app, owner, 'bob@example.com');
  await drain();
  expect(server.mails).toEqual([]);
  const before = await app.call(getMailSettings, {}, { token: owner.token });
  expect(before).toMatchObject({ waiting: 1, held_since: toIso(app.clock.now()) });
  expect(await release('send')).toMatchObject({ source: 'outside', held_since: null });
  await drain();
  expect(server.mails.map(({ to }) => to)).toEqual([['bob@example.com']]);
  const rows = await auditRows(app, owner.tenantId);
  expect(rows.at(-1)).toMatchObject({
    action: 'releaseHeldMail',
    actor_id: owner.id,
    details: '{"kept_mails":"send"}',
  });
});

it('can keep what waits in the outbox, and sends what comes later', async () => {
  await invite(app, owner, 'bob@example.com');
  await release('keep');
  await invite(app, owner, 'cy@example.com');
  await drain();
  expect(server.mails.map(({ to }) => to)).toEqual([['cy@example.com']]);
  expect(await mailsTo(app, 'bob@example.com')).toMatchObject([{ status: 'abandoned' }]);
});

it('does not stop test email, which a person waits for', async () => {
  expect(await app.call(sendTestMail, {}, { token: owner.token })).toMatchObject({ outcome: 'sent' });
});

it('is refused to others, and when nothing is held', async () => {
  app.clock.advance(1);
  const guest = await app.owner('guest@example.com');
  const admin = await app.join(owner, 'admin');
  for (const person of [guest, admin]) {
    await failsWith(release('send', person), 'FORBIDDEN');
    expect(await app.call(getMailSettings, {}, { token: person.token })).toMatchObject({ held_since: null });
  }
  await release('keep');
  expect(await failsWith(release('keep'), 'STATE_CONFLICT')).toMatchObject({ reason: 'mail_not_held' });
});
