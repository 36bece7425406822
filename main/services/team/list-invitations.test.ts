import { beforeEach, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { watchQueries } from '#e2e/support/watched-queries.ts';
import { purge } from '#main/jobs/purge.ts';
import { toIso } from '#main/platform/clock.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { asQueries, tablesOf } from '../../storage/database/tables.ts';

const { getInvitation, listInvitations, revokeInvitation } = contract.team;

const app = perTest(() => createTestService());
let owner: Person;
let sentAt: number;
beforeEach(async () => {
  owner = await app.owner();
  const stranger = await app.owner();
  await invite(app, stranger, 'elsewhere@example.com');
  sentAt = app.clock.now();
  await invite(app, owner, 'aging@example.com');
  await app.join(owner, 'member', 'joined@example.com');
  app.clock.set(sentAt + 6 * day);
  owner = await app.login(owner);
  const { invitation_id } = await invite(app, owner, 'revoked@example.com');
  await app.call(revokeInvitation, { tenant_id: owner.tenantId, invitation_id }, { token: owner.token });
  app.clock.advance(minute);
  await invite(app, owner, 'fresh@example.com', 'admin');
});

const list = (input: object = {}, person: Person = owner) =>
  app.call(listInvitations, { tenant_id: person.tenantId, ...input }, { token: person.token });
const emails = async (input: object = {}) => (await list(input)).invitations.map(({ email }) => email);

describe('listing invitations', () => {
  it("shows the tenant's own, newest first, with role, workspaces, sender and dates", async () => {
    const workspace = await createWorkspace(app, owner, 'Listed');
    app.clock.advance(minute);
    const { invitation_id } = await invite(app, owner, 'newest@example.com', 'member', [workspace.workspace_id]);
    const { invitations, total } = await list();
    expect(total).toBe(5);
    expect(invitations[0]).toEqual({
      invitation_id,
      email: 'newest@example.com',
      status: 'pending',
      role: 'member',
      guest: false,
      workspace_role: 'Member',
      workspaces: [workspace.workspace_id],
      invited_by: owner.name,
      created_at: toIso(app.clock.now()),
      expires_at: toIso(app.clock.now() + 7 * day),
      email_held: false,
    });
    const read = ({ tenantId, token }: Person) =>
      app.call(getInvitation, { tenant_id: tenantId, invitation_id }, { token });
    expect(await read(owner)).toEqual(invitations[0]);
    await failsWith(read(await app.owner()), 'NOT_FOUND');
    expect(invitations.map(({ email }) => email).slice(0, 3)).toEqual([
      'newest@example.com',
      'fresh@example.com',
      'revoked@example.com',
    ]);
  });

  it('filters by status, text and page, with the filtered total', async () => {
    app.clock.advance(minute);
    await invite(app, owner, 'newest@example.com');
    expect(await emails({ status: 'accepted' })).toEqual(['joined@example.com']);
    expect(await emails({ status: 'revoked' })).toEqual(['revoked@example.com']);
    expect(await emails({ status: 'pending' })).toEqual([
      'newest@example.com',
      'fresh@example.com',
      'aging@example.com',
    ]);
    expect(await emails({ q: 'FRESH' })).toEqual(['fresh@example.com']);
    expect(await emails({ q: '%' })).toEqual([]);
    const page = await list({ status: 'pending', limit: 1, offset: 1 });
    expect(page.invitations.map(({ email }) => email)).toEqual(['fresh@example.com']);
    expect(page.total).toBe(3);
  });

  it('marks expired ones to the millisecond, before and after the purge has', async () => {
    app.clock.set(sentAt + 7 * day - 1);
    owner = await app.login(owner);
    expect(await emails({ status: 'expired' })).toEqual([]);
    app.clock.set(sentAt + 7 * day);
    const [expired] = (await list({ status: 'expired' })).invitations;
    expect(expired).toMatchObject({ email: 'aging@example.com', status: 'expired' });
    expect(await emails({ status: 'pending' })).not.toContain('aging@example.com');
    const id = expired?.invitation_id ?? '';
    expect((await storedInvitation(app, id)).status).toBe('pending');
    await purge(app.service.context);
    expect((await storedInvitation(app, id)).status).toBe('expired');
    expect((await list({ status: 'expired' })).invitations).toEqual([expired]);
  });

  it('looks at each granted workspace once, however many invitations a page has', async () => {
    const { context } = app.service;
    const { db } = context;
    const workspaces = await Promise.all(times(5, (index) => createWorkspace(app, owner, `Granted ${index}`)));
    const ids = workspaces.map(({ workspace_id }) => workspace_id);
    await Promise.all(times(20, (index) => invite(app, owner, `granted${index}@example.com`, 'member', ids)));
    let looks = 0;
    const watched = watchQueries({
      onRow({ invitation_id, ...row }) {
        if (invitation_id === undefined) return row;
        return Object.defineProperty(row, 'invitation_id', {
          get() {
            looks += 1;
            return invitation_id;
          },
        });
      },
    });
    const answer = await invoke(
      {
        ...context,
        db: { ...db, scopedTo: () => ({ ...db, read: asQueries(tablesOf(db.read).withPlugin(watched)) }) },
      },
      listInvitations,
      { tenant_id: owner.tenantId },
      {
        authorization: `Bearer ${owner.token}`,
        client: { ip: '127.0.0.1', userAgent: 'castellan-test', background: false, requestId: 'req_test' },
      },
    );
    const { invitations } = listInvitations.output.parse(answer);
    expect(invitations.filter((invitation) => invitation.workspaces.length === 5)).toHaveLength(20);
    expect(looks).toBe(100);
  });
});
