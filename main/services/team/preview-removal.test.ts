import { describe, expect, it } from 'vitest';
import { seedApiKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { seedServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { bulkLimits, day, lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { type AuthorityKind, effectOn } from '../identity/authority.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));

const preview = (actor: Person, user_ids: string[]) =>
  app.call(
    contract.team.previewRemoval,
    { tenant_id: actor.tenantId, user_ids: user_ids.join(',') },
    { token: actor.token },
  );
const nothing = { sessions: 0, api_keys: 0, service_keys: 0, invitations: 0, workspaces: [], passing: [] };

describe('previewing a removal', () => {
  it('counts and names what one removal ends, and changes nothing', async () => {
    const leaver = await app.join(owner, 'admin');
    await app.login(leaver);
    const owned = await createWorkspace(app, leaver, 'Bakery');
    const joined = await createWorkspace(app, owner, 'Archive');
    const at = { tenant_id: owner.tenantId, slug: joined.slug, user_id: leaver.id };
    await app.call(contract.workspaces.setWorkspaceMember, { ...at, role: 'Viewer' }, { token: owner.token });
    await invite(app, leaver, 'open@example.com');
    await invite(app, owner, 'of-owner@example.com');
    const { context } = app.service;
    await seedApiKey(context, context.db.write, leaver.id);
    await seedServiceAccount(context, context.db.write, { tenantId: owner.tenantId, createdBy: leaver.id });
    await seedServiceAccount(context, context.db.write, { tenantId: owner.tenantId, createdBy: owner.id });

    const seen = await preview(owner, [leaver.id]);

    expect(seen).toEqual({
      results: [{ user_id: leaver.id, ok: true }],
      sessions: 2,
      api_keys: 1,
      service_keys: 1,
      invitations: 1,
      workspaces: [
        { workspace_id: joined.workspace_id, name: 'Archive', members: 1 },
        { workspace_id: owned.workspace_id, name: 'Bakery', members: 1 },
      ],
      passing: [{ workspace_id: owned.workspace_id, name: 'Bakery', heir_id: owner.id, heir_name: owner.name }],
    });
    expect((await storedUser(app, leaver.id)).status).toBe('active');
    expect(await openSessions(app, leaver.id)).toHaveLength(2);
  });

  it('matches exactly what the removal then does', async () => {
    const leaver = await app.join(owner, 'admin');
    const { workspace_id } = await createWorkspace(app, leaver, 'Passes on');
    await invite(app, leaver, 'dies@example.com');
    const seen = await preview(admin, [leaver.id]);
    const { db } = app.service.context;
    const open = await openSessions(app, leaver.id);
    await app.call(
      contract.team.removeMember,
      { tenant_id: owner.tenantId, user_id: leaver.id },
      { token: admin.token },
    );
    const workspace = await tablesOf(db.read)
      .selectFrom('workspaces')
      .select('owner_id')
      .where('id', '=', workspace_id)
      .executeTakeFirstOrThrow();
    const revoked = await tablesOf(db.read)
      .selectFrom('invitations')
      .select('id')
      .where('invited_by', '=', leaver.id)
      .where('status', '=', 'revoked')
      .execute();
    expect(seen).toMatchObject({ sessions: open.length, invitations: revoked.length });
    expect(seen.passing.map(({ heir_id }) => heir_id)).toEqual([workspace.owner_id]);
  });

  it('adds up many members, and excludes those who may not be removed', async () => {
    const [one, two] = [await app.join(owner), await app.join(owner)];
    const shared = await createWorkspace(app, owner, 'Shared');
    for (const { id } of [one, two]) {
      const at = { tenant_id: owner.tenantId, slug: shared.slug, user_id: id };
      await app.call(contract.workspaces.setWorkspaceMember, { ...at, role: 'Member' }, { token: owner.token });
    }
    const seen = await preview(admin, [one.id, owner.id, two.id, 'user_nobody', one.id]);
    expect(seen.results).toMatchObject([
      { user_id: one.id, ok: true },
      { user_id: owner.id, ok: false, code: 'ROLE_NOT_ALLOWED' },
      { user_id: two.id, ok: true },
      { user_id: 'user_nobody', ok: false, code: 'MEMBER_NOT_FOUND' },
    ]);
    expect(seen).toMatchObject({ sessions: 2, workspaces: [{ name: 'Shared', members: 2 }] });
    expect(await preview(admin, [owner.id])).toMatchObject(nothing);
  });

  it('counts neither idle sessions nor expired invitations', async () => {
    const host = await app.owner();
    const leaver = await app.join(host, 'admin');
    await invite(app, leaver, 'runs-out@example.com');
    app.clock.advance(lifetimesMs.idleLogout);
    const again = await app.login(host);
    expect(await preview(again, [leaver.id])).toMatchObject({ sessions: 0, invitations: 1 });
    app.clock.advance(7 * day);
    expect(await preview(await app.login(host), [leaver.id])).toMatchObject({ sessions: 0, invitations: 0 });
  });

  it('goes through them in order: owners one after the other, and the last one stays', async () => {
    const first = await app.owner();
    app.clock.advance(1);
    const second = await app.join(first, 'owner');
    const third = await app.join(first, 'admin');
    const { workspace_id } = await createWorkspace(app, third, 'Handed on');
    const seen = await preview(second, [third.id, second.id, first.id]);
    expect(seen.results).toMatchObject([{ ok: true }, { ok: true }, { ok: false, code: 'ROLE_NOT_ALLOWED' }]);
    expect(seen.passing).toEqual([{ workspace_id, name: 'Handed on', heir_id: first.id, heir_name: first.name }]);
    expect((await preview(first, [second.id, first.id])).results).toMatchObject([
      { ok: true },
      { ok: false, code: 'LAST_OWNER' },
    ]);
  });

  it('accepts at most 200 ids', async () => {
    const fresh = await app.login(owner);
    const many = Array.from({ length: bulkLimits.previewed }, (_, index) => `user_missing_${index}`);
    expect((await preview(fresh, many)).results).toHaveLength(bulkLimits.previewed);
    await failsWith(preview(fresh, [...many, 'user_more']), 'VALIDATION_FAILED');
    for (const bad of ['', ',', 'a,,b']) await failsWith(preview(fresh, [bad]), 'VALIDATION_FAILED');
  });
});

describe('the preview of a removal', () => {
  type Output = OutputOf<typeof contract.team.previewRemoval>;
  const signsIn = { because: 'leads into an account that is gone' };
  const ofOneAccount = { because: 'is of use to the removed account alone' };
  /** Where it counts each kind of authority that ends, or why nobody has to know of it beforehand. */
  const counted: Record<AuthorityKind, { field: Exclude<keyof Output, 'results'> } | { because: string }> = {
    this_session: { field: 'sessions' },
    other_sessions: { field: 'sessions' },
    grants_in_this_session: signsIn,
    grants_in_other_sessions: signsIn,
    visits_in_this_session: signsIn,
    visits_in_other_sessions: signsIn,
    api_keys: { field: 'api_keys' },
    sent_invitations: { field: 'invitations' },
    workspace_roles: { field: 'workspaces' },
    custom_roles: { because: 'removing someone says so' },
    group_memberships: { field: 'workspaces' },
    owned_workspaces: { field: 'passing' },
    tenant_role: { because: 'removing someone says so' },
    operator: { because: 'only the organization of the server has operators, who are shown as such' },
    password: signsIn,
    authenticator: signsIn,
    passkeys: signsIn,
    recovery_codes: signsIn,
    trusted_devices: signsIn,
    second_factor: signsIn,
    reset_password: signsIn,
    sign_in_link: signsIn,
    restore_account: signsIn,
    verify_email: ofOneAccount,
    change_email: ofOneAccount,
    cancel_email_change: ofOneAccount,
    undo_authenticator: ofOneAccount,
    undo_passkey: ofOneAccount,
    undo_api_key: ofOneAccount,
    undo_recovery_codes: ofOneAccount,
    undo_owner: { because: 'each of the other owners has a link too' },
    shown_links: { because: 'whoever holds one can ask for another' },
    idempotent_answers: ofOneAccount,
    known_devices: ofOneAccount,
    given_approvals: { because: 'each of the other owners can agree instead' },
  };

  it('counts in each field a kind of authority that a removal ends', () => {
    const kinds = Object.keys(counted) as AuthorityKind[];
    expect(kinds.filter((kind) => effectOn(kind, 'removed') !== 'ends')).toEqual([]);
    const fields = Object.values(counted).flatMap((how) => ('field' in how ? [how.field] : []));
    // What goes on: a service account doesn't depend on who created its keys.
    const { results: _, service_keys, ...shape } = contract.team.previewRemoval.output.shape;
    expect([...new Set(fields)].sort()).toEqual(Object.keys(shape).sort());
  });
});
