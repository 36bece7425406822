import { expect } from 'vitest';
import { type Cast, screenTests, tokenIn } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listInvitations, lookupInvitation } = contract.team;
const address = '/dashboard/team';

const invitationsOf = async ({ owner, read }: Cast) =>
  (await read(owner, listInvitations, { tenant_id: owner.tenantId, q: 'example.org' })).invitations;

const statusesOf = async (cast: Cast) =>
  Object.fromEntries((await invitationsOf(cast)).map(({ email, status }) => [email, status]));

screenTest(
  'team/invite-dialog',
  ['team.inviteMembers'],
  'invites the addresses with the role and into the workspaces that were chosen',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const { token, tenantId: tenant_id } = owner;
    for (const name of ['North', 'South']) {
      await app.call(contract.workspaces.createWorkspace, { tenant_id, name }, { token });
    }
    const page = await open(owner, `${address}?dialog=invite`);
    await page.fill('Email', `ann@example.org\n${member.email}`);
    await page.choose('Role', 'Admin');
    await page.choose('Workspaces', 'South');
    await page.choose('Role in these workspaces', 'Viewer');
    await page.press('Create 2 invitations');
    await page.see('Already a member');
    await page.see('1 person invited. 1 address needs fixing.');
    await page.find('button', 'Save as CSV');
    // What has to be fixed comes first.
    expect((await page.find('button', 'Copy link')).dataset.variant).toBe('default');
    const invitations = await invitationsOf(cast);
    expect(invitations).toMatchObject([{ email: 'ann@example.org', role: 'admin', workspace_role: 'Viewer' }]);
    const answer = await app.call(contract.team.acceptInvitation, {
      token: await app.mailedToken('ann@example.org', 'invitation'),
      name: 'Ann',
      password: 'correct horse battery',
    });
    const { workspaces } = await app.call(
      contract.workspaces.listWorkspaces,
      { tenant_id },
      { token: answer.access_token },
    );
    expect(workspaces.filter(({ my_role }) => my_role !== null).map(({ name }) => name)).toEqual(['South']);
  },
);

screenTest(
  'team/invitation-links',
  ['team.copyInvitationLink'],
  'shows the link of a new invitation that isn’t emailed',
  async ({ app, owner, open }) => {
    const page = await open(owner, `${address}?dialog=invite`);
    await page.fill('Email', 'ann@example.org');
    await page.press('Create invitation');
    await page.see('Invitation for ann@example.org is ready');
    await page.see(/^Email isn’t sent from here, so share the link yourself\./);
    expect((await page.find('button', 'Copy link')).dataset.variant).not.toBe('default');
    await page.send('Copy link', 'team.copyInvitationLink');
    const field = await page.field('Invite link');
    const notice = await page.see('Links open only on this server’s computer');
    expect(field.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(await page.has('table', 'Result per address')).toBe(false);
    expect(await page.has('button', 'Save as CSV')).toBe(false);
    const token = tokenIn(field.value);
    expect(await app.call(lookupInvitation, { token })).toMatchObject({ email: 'ann@example.org' });
  },
);

screenTest('team/invite-results', [], 'says why the only address was not invited', async ({ member, owner, open }) => {
  const page = await open(owner, `${address}?dialog=invite`);
  await page.fill('Email', member.email);
  await page.press('Create invitation');
  await page.see('Already a member');
  expect(await page.has('table', 'Result per address')).toBe(false);
  await page.press('Fix 1 address');
  expect((await page.field('Email')).value).toBe(member.email);
  await page.fill('Email', 'cleo@example.net, dan@example.net');
  await page.press('Create 2 invitations');
  await page.see('2 people invited.');
  expect((await page.find('button', 'Copy all 2 links')).dataset.variant).not.toBe('default');
  await page.see('Invite people');
});

/** Invites two people, and opens the list. */
const withInvitations = async ({ app, owner, open }: Cast) => {
  for (const email of ['ann@example.org', 'bob@example.org']) {
    const input = { tenant_id: owner.tenantId, email, role: 'member' } as const;
    await app.call(contract.team.inviteMember, input, { token: owner.token });
  }
  return open(owner, `${address}?tab=invitations`);
};

const withMenuOfOne = async (cast: Cast) => {
  const page = await withInvitations(cast);
  await page.press('Actions for bob@example.org');
  return page;
};

screenTest(
  'team/invitation-task',
  ['team.copyInvitationLink'],
  'shows the link of the row, which opens its invitation',
  async (cast) => {
    const page = await withMenuOfOne(cast);
    await page.press('Get invite link');
    await page.send('Copy link', 'team.copyInvitationLink');
    const token = tokenIn((await page.field('Invite link')).value);
    expect(await cast.app.call(lookupInvitation, { token })).toMatchObject({ email: 'bob@example.org' });
  },
);

screenTest('team/invitation-task', ['team.revokeInvitation'], 'revokes the invitation of the row', async (cast) => {
  const page = await withMenuOfOne(cast);
  await page.press('Revoke');
  await page.send('Revoke invitation', 'team.revokeInvitation');
  await page.closed();
  expect(await statusesOf(cast)).toMatchObject({ 'ann@example.org': 'pending', 'bob@example.org': 'revoked' });
});

screenTest('team/invitation-task', ['team.resendInvitation'], 'renews the invitation of the row', async (cast) => {
  const page = await withMenuOfOne(cast);
  const old = await cast.app.mailedToken('bob@example.org', 'invitation');
  cast.app.clock.advance(60_000);
  await page.press('Renew');
  await page.see(/New invitation created/);
  await expect(cast.app.call(lookupInvitation, { token: old })).rejects.toThrow();
  const renewed = await cast.app.mailedToken('bob@example.org', 'invitation');
  expect(await cast.app.call(lookupInvitation, { token: renewed })).toMatchObject({ email: 'bob@example.org' });
});

screenTest('team/invitations-bulk', ['team.revokeInvitation'], 'revokes those selected', async (cast) => {
  const page = await withInvitations(cast);
  await page.press('Select all invitations on this page');
  await page.press('Revoke');
  await page.press('Revoke 2 invitations');
  await page.closed();
  await page.see('2 invitations revoked.');
  expect(await statusesOf(cast)).toEqual({ 'ann@example.org': 'revoked', 'bob@example.org': 'revoked' });
});
