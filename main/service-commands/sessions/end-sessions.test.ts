import { expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { invite, secretIn } from '#e2e/support/team.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { runOperation } from '../run-operation.ts';

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));

const end = (input: object) =>
  runOperation(app.service.context, 'session end', input, { emit: async () => {}, body: (async function* () {})() });

it('ends every session, and the links that any of them has shown', async () => {
  const owners = [await app.owner(), await app.owner()];
  const links: string[] = [];
  for (const { tenantId, token, email } of owners) {
    const { invitation_id } = await invite(app, { tenantId, token } as never, `guest.of.${email}`.toLowerCase());
    const scope = { tenant_id: tenantId, invitation_id };
    links.push(secretIn((await app.call(contract.team.copyInvitationLink, scope, { token })).url));
  }
  expect(await end({ all: true })).toEqual({ ended_sessions: 2 });
  for (const { token } of owners) await failsWith(app.call(contract.profile.getMe, {}, { token }), 'SESSION_ENDED');
  for (const token of links) {
    const accept = { token, name: 'Guest', password: testPassword };
    await failsWith(app.call(contract.team.acceptInvitation, accept), 'LINK_INVALID');
  }
});

it('ends every session, but no link that undoes a change, whoever was shown it', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  await createKey(app, member);
  const link = await app.mailedToken(member.email, 'api_key_created');
  const { mails } = await app.call(contract.mail.listMails, { tenant_id: owner.tenantId }, { token: owner.token });
  const mail_id = mails.find(({ kind }) => kind === 'api_key_created')?.mail_id ?? '';
  await app.call(contract.mail.revealMailLink, { tenant_id: owner.tenantId, mail_id }, { token: owner.token });
  await end({ all: true });
  expect(await app.call(contract.security.undoChange, { token: link })).toMatchObject({ success: true });
});

it.each([{}, { all: true, user: 'ann@example.com' }, { user: 'ann@example.com', session: 'session_1' }])(
  'does not guess which sessions %j means',
  async (input) => {
    await expect(end(input)).rejects.toThrow('Choose the sessions to end');
  },
);
