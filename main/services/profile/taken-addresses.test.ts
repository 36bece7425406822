import { expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo, storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

/** DECISION 0073: a change to an address that has an account is like any other, as far as the caller sees. */
const { changeEmail, getMe } = contract.profile;
const { login, verifyEmail } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const ask = (person: Person, new_email: string) => {
  app.clock.advance(1);
  return app.call(changeEmail, { new_email, password: person.password }, { token: person.token });
};

it('shows the caller the same for a taken address and a free one: answer, profile, export, outbox and mailbox', async () => {
  const other = await app.owner();
  const shown = async (new_email: string) => {
    const person = await app.owner();
    const answer = await ask(person, new_email);
    const profile = await app.call(getMe, {}, { token: person.token });
    const exported = await app.call(contract.profile.exportMe, {}, { token: person.token });
    const scope = { tenant_id: person.tenantId };
    const outbox = await app.call(contract.mail.listMails, scope, { token: person.token });
    const audit = await app.call(contract.audit.listAuditEvents, scope, { token: person.token });
    return {
      answer,
      kept: profile.email === person.email,
      // Both emails are of the same millisecond.
      mails: exported.mails_received.map(({ kind, to }) => `${kind} ${to === new_email}`).toSorted(),
      activity: exported.activity.map(({ action }) => action),
      outbox: outbox.mails.map(({ kind, to }) => `${kind} ${to === new_email}`).toSorted(),
      audit: audit.events.map(({ action }) => action),
      received: (await mailKindsTo(app, person.email)).toSorted(),
    };
  };
  const taken = await shown(other.email);
  expect(taken).toEqual(await shown('free@example.com'));
  expect(taken.received).toEqual(['email_changed', 'verification']);
});

it('leaves a taken address to its account, and says so to whoever reads its mailbox', async () => {
  const [person, other] = [await app.owner(), await app.owner()];
  await ask(person, other.email);
  const token = await app.mailedToken(other.email, 'verification');
  await failsWith(app.call(verifyEmail, { token }), 'EMAIL_TAKEN');
  expect((await storedUser(app, other.id)).email).toBe(other.email);
  expect((await storedUser(app, person.id)).email).toBe(person.email);
  await app.call(login, { email: other.email, password: other.password });
  await app.call(login, { email: person.email, password: person.password });
});
