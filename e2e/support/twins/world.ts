import type { Kysely } from 'kysely';
import { newMember } from '#main/services/identity/new-member.ts';
import { issueToken } from '#main/services/identity/one-time-tokens.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertUser, type UserRow, updateUser } from '#main/storage/store/identity/users.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { deleteTenantRows, insertTenant, listAllTenantIds } from '#main/storage/store/team/tenants.ts';
import { day } from '#shared/rules/limits.ts';
import { seedApiKey } from '../api-keys.ts';
import { fillEveryTable } from '../every-table.ts';
import { seedPasskey } from '../passkeys.ts';
import { seedSecondFactor, seedTrustedDevice } from '../second-factor.ts';
import { seedEvents } from '../seed-events.ts';
import type { TestService } from '../test-service.ts';

type Tables = Kysely<Schema>;

/** People in every state, next to the owner who has something in every table. */
const addPeople = async ({ service: { context }, clock }: TestService, tenantId: string): Promise<void> => {
  const add = (name: string, change: Partial<UserRow>) =>
    insertUser(context.db.write, {
      ...newMember(context, {
        tenantId,
        email: `${name}@example.com`,
        name,
        role: 'member',
        passwordHash: 'hash',
        verification: 'mailbox',
      }),
      ...change,
    });
  await add('disabled', { role: 'owner', status: 'disabled', disabled_by: 'admin' });
  await add('leaving', { status: 'pending_deletion', delete_at: clock.now() + day });
  await add('due', { status: 'pending_deletion', delete_at: clock.now() - day });
  await add('removed', { status: 'removed', delete_at: clock.now() + day });
  await add('second', { email: 'second.member@example.com' });
};

/** What takes an authenticator, a mailbox or an attacker: written as the store would. */
const furnishOwner = async ({ service: { context }, clock }: TestService, owner: UserRow): Promise<void> => {
  const now = clock.now();
  const { id, email, tenant_id } = owner;
  await context.db.transaction({ tenant: tenant_id }, async (tx) => {
    const tables = tablesOf(tx);
    const session = await tables
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    await seedPasskey(context, tx, id);
    await seedTrustedDevice(context, tx, id);
    const newcomer = await tables
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'second')
      .executeTakeFirstOrThrow();
    await seedSecondFactor(context, tx, newcomer.id, 'pending');
    await seedSecondFactor(context, tx, id);
    await seedApiKey(context, tx, id);
    for (const purpose of ['undo_owner', 'undo_passkey', 'reset_password', 'cancel_email_change'] as const) {
      await issueToken(context, tx, {
        purpose,
        subject: { userId: id },
        email,
        previousEmail: `before.${email}`,
        lifetimeMs: 30 * day,
        undoes: { at: now, sessionId: session.id, subjectId: id, previousRole: 'member' },
      });
    }
    const links = await tables.selectFrom('one_time_tokens').select('id').where('user_id', '=', id).execute();
    await tables
      .insertInto('token_disclosures')
      .values(links.map((link) => ({ token_id: link.id, user_id: id, session_id: '' })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await updateUser(tx, owner, { email: `now.${email}`, verification: 'mailbox', pending_email: `next.${email}` });
    await tables
      .updateTable('api_keys')
      .set({ expires_at: now + day })
      .where('user_id', '=', id)
      .execute();
  });
};

/** What no operation of the first organization has left: an invoice, an entry that was removed, emails in every state. */
const furnishOrganization = async ({ service: { context }, clock }: TestService, owner: UserRow): Promise<void> => {
  const now = clock.now();
  const { id, tenant_id } = owner;
  await context.db.transaction({}, async (tx) => {
    const tables = tablesOf(tx);
    await tables
      .insertInto('sandbox_accounts')
      .values({ tenant_id, state: JSON.stringify({ tenant_id }) as never })
      .execute();
    await seedEvents(context, tx, tenant_id);
    const asked = await tables.selectFrom('hosting_approvals').selectAll().executeTakeFirstOrThrow();
    const agreed = { kind: 'upgrade', approved_by: id, approved_at: now } as const;
    await tables
      .insertInto('hosting_approvals')
      .values({ ...asked, ...agreed, id: context.ids.id('appr') })
      .execute();
    await tables.insertInto('provider_turns').values({ tenant_id, next_start: now }).execute();
    await tables.insertInto('deleted_tenants').values({ tenant_id, deleted_at: now, seal: 'seal' }).execute();
    await tables
      .updateTable('vps_instances')
      .set({ cost_source: 'default' })
      .where('tenant_id', '=', tenant_id)
      .execute();
    await tables.updateTable('audit_checkpoints').set({ sequence: 6 }).where('tenant_id', '=', tenant_id).execute();
    const invoice = await tables.selectFrom('hosting_invoices').selectAll().executeTakeFirstOrThrow();
    await tables
      .insertInto('hosting_invoices')
      .values({ ...invoice, id: context.ids.id('bill'), tenant_id })
      .execute();
    const run = await tables.selectFrom('upgrade_runs').selectAll().executeTakeFirstOrThrow();
    const change = { kind: 'billing_cycle', state: 'changed', provider_order: null, ended_at: now } as const;
    await tables
      .insertInto('upgrade_runs')
      .values({ ...run, ...change, id: context.ids.id('run'), tenant_id, started_at: now })
      .execute();
    const mail = await tables
      .selectFrom('mails')
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .where('recipient', '=', 'invited@example.com')
      .executeTakeFirstOrThrow();
    const workspace = await tables
      .selectFrom('workspaces')
      .select('id')
      .where('owner_id', '=', id)
      .executeTakeFirstOrThrow();
    const invitation = await tables
      .selectFrom('invitations')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    await tables
      .insertInto('invitation_workspaces')
      .values({ invitation_id: invitation.id, workspace_id: workspace.id })
      .execute();
    // Its link still works, and its sender's address is not proved.
    await tables.updateTable('one_time_tokens').set({ voided_at: null }).where('id', '=', mail.token_id).execute();
    await tables.updateTable('invitations').set({ accepted_by: id }).where('status', '=', 'accepted').execute();
    // Someone who could not sign in has acted on the owner's account.
    await tables
      .updateTable('audit_events')
      .set({ actor_id: 'unknown' })
      .where('tenant_id', '=', tenant_id)
      .where('target_id', '=', id)
      .where('action', '=', 'createApiKey')
      .execute();
    for (const status of ['queued', 'sent', 'failed', 'abandoned'] as const) {
      const mine = { ...mail, id: context.ids.id('mail'), user_id: id, recipient: owner.email, status, sent_at: now };
      await tables
        .insertInto('mails')
        .values({ ...mine, held_for_sender: 1 })
        .execute();
    }
  });
};

/** Leaves organizations without people next to the first one: what counts for all must not hide what leaks from a twin. */
const removeOthers = async ({ service: { context }, clock }: TestService, tenantId: string): Promise<void> => {
  const { write } = context.db;
  for (const id of await listAllTenantIds(write)) {
    if (id === tenantId) continue;
    while ((await deleteTenantRows(write, id, 1_000)) > 0);
  }
  const now = clock.now();
  const empty = { created_at: now, delete_at: now + day };
  await insertTenant(write, {
    id: context.ids.id('tnt'),
    name: 'Closed',
    sign_in_slug: 'twin-closed',
    closed: 1,
    ...empty,
  });
  const scheduled = context.ids.id('tnt');
  await insertTenant(write, { id: scheduled, name: 'Scheduled', sign_in_slug: 'twin', closed: 0, ...empty });
  await markSample(write, scheduled);
};

/** An installation whose first organization, and its owner, have something in every table. Returns the owner's ID. */
export const fillWorld = async (app: TestService): Promise<string> => {
  await fillEveryTable(app);
  const { write } = app.service.context.db;
  const find = () =>
    tablesOf(write).selectFrom('users').selectAll().where('email', '=', 'owner@example.com').executeTakeFirstOrThrow();
  const { name_key: _, search_text: __, ...owner } = await find();
  // Whoever was asked to agree: the owner above is the only active one.
  await tablesOf(write)
    .updateTable('users')
    .set({ role: 'member' })
    .where('email', '=', 'second@example.com')
    .execute();
  await addPeople(app, owner.tenant_id);
  await furnishOwner(app, owner);
  await furnishOrganization(app, owner);
  await removeOthers(app, owner.tenant_id);
  return owner.id;
};

/** What calls of the store are about. */
export const findParts = async (db: Tables, ownerId: string) => {
  const one = <Table extends keyof Schema>(table: Table) => db.selectFrom(table as 'users').selectAll();
  const owner = await one('users').where('id', '=', ownerId).executeTakeFirstOrThrow();
  const { tenant_id: tenantId } = owner;
  const inState = (status: UserRow['status']) =>
    db
      .selectFrom('users')
      .selectAll()
      .where('status', '=', status)
      .where('tenant_id', '=', tenantId)
      .orderBy('delete_at', 'desc')
      .executeTakeFirstOrThrow();
  const ofTenant = <Row extends { tenant_id: string }>(rows: Row[]): Row => {
    const row = rows.find(({ tenant_id }) => tenant_id === tenantId);
    if (!row) throw new Error('The organization lacks a row');
    return row;
  };
  const ofOwner = <Row extends { user_id: string | null }>(rows: Row[]): Row => {
    const row = rows.find(({ user_id }) => user_id === ownerId);
    if (!row) throw new Error('The owner lacks a row');
    return row;
  };
  const invitations = await db.selectFrom('invitations').selectAll().execute();
  const runs = await db.selectFrom('upgrade_runs').selectAll().execute();
  const deliveries = await db.selectFrom('event_deliveries').selectAll().execute();
  const mails = await db.selectFrom('mails').selectAll().where('status', '=', 'failed').execute();
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return {
    tenantId,
    owner,
    now: Math.max(...sessions.map(({ created_at }) => created_at)),
    disabled: await inState('disabled'),
    leaving: await inState('pending_deletion'),
    due: await db.selectFrom('users').selectAll().where('name', '=', 'due').executeTakeFirstOrThrow(),
    removed: await inState('removed'),
    closed: await db.selectFrom('tenants').selectAll().where('name', '=', 'Closed').executeTakeFirstOrThrow(),
    scheduled: await db.selectFrom('tenants').selectAll().where('name', '=', 'Scheduled').executeTakeFirstOrThrow(),
    second: await db.selectFrom('users').selectAll().where('name', '=', 'second').executeTakeFirstOrThrow(),
    session: ofOwner(sessions),
    key: ofOwner(await db.selectFrom('api_keys').selectAll().execute()),
    serviceAccount: ofTenant(await db.selectFrom('service_accounts').selectAll().execute()),
    serviceKey: await db
      .selectFrom('service_account_keys')
      .selectAll()
      .where('created_by', '=', ownerId)
      .executeTakeFirstOrThrow(),
    passkey: ofOwner(await db.selectFrom('passkeys').selectAll().execute()),
    application: ofTenant(await db.selectFrom('applications').selectAll().execute()),
    applicationSecret: await db.selectFrom('application_secrets').selectAll().executeTakeFirstOrThrow(),
    consent: ofOwner(await db.selectFrom('application_consents').selectAll().execute()),
    applicationSession: ofOwner(await db.selectFrom('application_sessions').selectAll().execute()),
    logoutNotice: ofOwner(await db.selectFrom('logout_notices').selectAll().execute()),
    protectedSession: ofOwner(await db.selectFrom('protected_sessions').selectAll().execute()),
    oauthRecord: ofOwner(await db.selectFrom('oauth_records').selectAll().execute()),
    trustedDevice: ofOwner(await db.selectFrom('trusted_devices').selectAll().execute()),
    factor: ofOwner(await db.selectFrom('second_factors').selectAll().execute()),
    newFactor: await db
      .selectFrom('second_factors')
      .selectAll()
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    code: ofOwner(await db.selectFrom('recovery_codes').selectAll().execute()),
    failures: ofOwner(await db.selectFrom('failed_sign_ins').selectAll().execute()),
    link: ofOwner(await db.selectFrom('one_time_tokens').selectAll().execute()),
    workspace: ofTenant(await db.selectFrom('workspaces').selectAll().execute()),
    invitation: ofTenant(invitations.filter(({ status }) => status === 'pending')),
    accepted: ofTenant(invitations.filter(({ status }) => status === 'accepted')),
    group: ofTenant(await db.selectFrom('groups').selectAll().execute()),
    customRole: ofTenant(await db.selectFrom('custom_roles').selectAll().execute()),
    destination: ofTenant(await db.selectFrom('event_destinations').selectAll().execute()),
    delivered: ofTenant(deliveries.filter(({ status }) => status === 'delivered')),
    waiting: ofTenant(deliveries.filter(({ status }) => status === 'waiting')),
    mail: ofTenant(mails),
    server: ofTenant(await db.selectFrom('vps_instances').selectAll().execute()),
    address: ofTenant(await db.selectFrom('smtp_ip_addresses').selectAll().execute()),
    run: ofTenant(runs.filter(({ ended_at }) => ended_at === null)),
    approval: ofTenant(
      (await db.selectFrom('hosting_approvals').selectAll().execute()).filter((found) => found.approved_by === ownerId),
    ),
    queue: ofTenant(await db.selectFrom('upgrade_queues').selectAll().execute()),
    invoice: ofTenant(await db.selectFrom('hosting_invoices').selectAll().execute()),
    settings: ofTenant(await db.selectFrom('provider_settings').selectAll().execute()),
    checkpoint: ofTenant(await db.selectFrom('audit_checkpoints').selectAll().execute()),
    head: ofTenant(await db.selectFrom('audit_heads').selectAll().execute()),
    month: ofTenant(await db.selectFrom('cost_months').selectAll().execute()),
  };
};
export type Parts = Awaited<ReturnType<typeof findParts>>;
