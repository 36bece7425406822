import { expect } from 'vitest';
import { rejectSender } from '#e2e/support/mail-settings.ts';
import { type Cast, screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { mailsTo } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getMailSettings, listMails } = contract.mail;

const server = {
  host: '127.0.0.1',
  port: 2525,
  security: 'none',
  username: 'castellan',
  has_password: true,
  sender_name: 'Castellan of Acme',
  sender_address: 'castellan@acme.example',
} as const;

screenTest(
  'mail/mail-server-form',
  ['mail.updateMailSettings', 'mail.deleteMailSettings'],
  'saves every setting of the mail server, and disconnects it',
  async ({ operator, member, open, read }) => {
    const page = await open(operator, '/dashboard/mail?tab=server');
    await page.fill('Host', server.host);
    await page.choose('Encryption', 'None');
    await page.fill('Port', String(server.port));
    await page.fill('Username', server.username);
    await page.fill('Mail server password', 'its password');
    await page.fill('Sender name', server.sender_name);
    await page.fill('Sender address', server.sender_address);
    await page.fill('Your password', operator.password);
    await page.send('Save mail server', 'mail.updateMailSettings');
    await page.see(/Mail server saved/);
    expect((await read(operator, getMailSettings, {})).server).toMatchObject(server);
    await expect(read(member, getMailSettings, {})).rejects.toThrow();

    await page.press('Disconnect');
    await page.fill('Your password', 'not it, I am afraid');
    await page.press('Disconnect');
    await page.see('The current password is wrong');
    await page.fill('Your password', operator.password);
    await page.send('Disconnect', 'mail.deleteMailSettings');
    await page.closed();
    expect((await read(operator, getMailSettings, {})).server).toBeNull();
  },
);

/** Invites people, for whom emails wait in the outbox. */
const invite = async ({ app, owner }: Cast, emails: string[]) => {
  const input = { tenant_id: owner.tenantId, emails, role: 'member' as const };
  await app.call(contract.team.inviteMembers, input, { token: owner.token });
};
const mailTo = async ({ owner, read }: Cast, q: string) =>
  (await read(owner, listMails, { tenant_id: owner.tenantId, q })).mails[0]?.mail_id;

screenTest('mail/mail-preview', ['mail.revealMailLink'], 'shows the link of the email that is open', async (cast) => {
  await invite(cast, ['ann@example.org', 'bob@example.org']);
  const page = await cast.open(cast.owner, `/dashboard/mail?mail=${await mailTo(cast, 'bob@')}`);
  await page.send('Reveal link', 'mail.revealMailLink');
  const token = tokenIn((await page.field('Link in this email')).value);
  expect(await cast.app.call(contract.team.lookupInvitation, { token })).toMatchObject({ email: 'bob@example.org' });
});

screenTest('mail/mail-preview', [], 'reveals no link that no longer works', async (cast) => {
  const { app, owner, open, read } = cast;
  await invite(cast, ['ann@example.org']);
  const { tenantId: tenant_id, token } = owner;
  const { invitations } = await read(owner, contract.team.listInvitations, { tenant_id, q: 'ann@' });
  const invitation_id = invitations[0]?.invitation_id ?? '';
  await app.call(contract.team.revokeInvitation, { tenant_id, invitation_id }, { token });
  const page = await open(owner, `/dashboard/mail?mail=${await mailTo(cast, 'ann@')}`);
  await page.press('Reveal link');
  await page.settled();
  expect(page.sent.some(({ path }) => path === 'mail.revealMailLink')).toBe(false);
});

screenTest('mail/outbox-panel', [], 'shows the first page of what a search finds', async (cast) => {
  await invite(
    cast,
    Array.from({ length: 60 }, (_, number) => `person${number}@example.org`),
  );
  const page = await cast.open(cast.owner, '/dashboard/mail?page=2');
  const asked = () => page.sent.findLast(({ path }) => path === 'mail.listMails')?.input;
  await page.fill('Search by recipient or subject', 'example.org');
  await expect.poll(asked).toMatchObject({ q: 'example.org', offset: 0 });
});

screenTest('mail/held-notice', [], 'says that the mail server rejects the sender', async (cast) => {
  const { app, operator, open } = cast;
  const { host, port, security, sender_name, sender_address } = server;
  await app.call(
    contract.mail.updateMailSettings,
    {
      host,
      port,
      security,
      username: '',
      sender_name,
      sender_address,
      kept_mails: 'send',
      password: operator.password,
    },
    { token: operator.token },
  );
  await invite({ ...cast, owner: operator }, ['ann@example.org']);
  const [mail] = await mailsTo(app, 'ann@example.org');
  await rejectSender(app, mail?.id ?? '');
  const page = await open(operator, '/dashboard/mail');
  const notice = await page.in('note', 'The mail server rejects the sender');
  await notice.see(/so all email is held/);
  await notice.press('Change sender');
  await page.field('Sender address');
});
