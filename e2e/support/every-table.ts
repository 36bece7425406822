import { recordHostingCosts } from '#main/jobs/hosting-costs.ts';
import { purge } from '#main/jobs/purge.ts';
import { sealNotice } from '#main/security/key-notices.ts';
import { newKeyEntry } from '#main/security/keys.ts';
import type { TableName } from '#main/storage/database/deletion-cascades.ts';
import { advanceAuditStream } from '#main/storage/store/audit/audit-streams.ts';
import { reserveProviderTurn } from '#main/storage/store/hosting/provider-turns.ts';
import { insertAnsweredChallenge } from '#main/storage/store/identity/passkeys.ts';
import { updateUser } from '#main/storage/store/identity/users.ts';
import { enterApplication } from '#main/storage/store/logouts/application-sessions.ts';
import { queueLogoutNotices } from '#main/storage/store/logouts/logout-notices.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { setApplicationCustomRoles, setApplicationGroups } from '#main/storage/store/oauth/application-access.ts';
import { insertApplicationSecret } from '#main/storage/store/oauth/application-secrets.ts';
import { insertProtectedSession } from '#main/storage/store/oauth/protected-sessions.ts';
import { saveOauthRecord } from '#main/storage/store/oauth/records.ts';
import { countSignIn } from '#main/storage/store/oauth/sign-ins.ts';
import { publishKey } from '#main/storage/store/published-keys.ts';
import { markSample } from '#main/storage/store/team/sample-tenants.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute, second } from '#shared/rules/limits.ts';
import { createKey } from './api-keys.ts';
import { addApplication, letKnow } from './applications.ts';
import { createCustomRole } from './custom-roles.ts';
import { failsWith } from './fails-with.ts';
import { createGroup } from './groups.ts';
import { hostingCaller, managedServer, monthlyServer, plans } from './hosting.ts';
import { mailAccount, settingsAt } from './mail-settings.ts';
import { setPolicies } from './policies.ts';
import { addProtectedHost, sessionIdOf } from './protected-host.ts';
import { storedUser } from './rows.ts';
import { enrol } from './second-factor.ts';
import { createSeedData, hashSeedPassword } from './seed-data.ts';
import { createServiceAccount } from './service-accounts.ts';
import { createWorkspace, invite, scheduleDeletion } from './team.ts';
import type { Person, TestService } from './test-service.ts';

/** What only instances on a server write. */
export const onlyOnDatabaseServer: ReadonlySet<TableName> = new Set([
  'provider_turns',
  'published_keys',
  'sandbox_accounts',
  'throttle_counts',
]);

/** A log that begins at a checkpoint, and an organization that is gone. */
const letTimePass = async (app: TestService, owner: Person): Promise<void> => {
  await scheduleDeletion(app, await app.owner('leaver@example.com'));
  await setPolicies(app, owner, { audit_retention_days: 90 });
  app.clock.advance(100 * day);
  await purge(app.service.context);
};

/** A paid upgrade, a queue with another one, a mail address, and months of costs with an invoice. */
const useHosting = async (app: TestService, owner: Person): Promise<void> => {
  const { hosting } = contract;
  const first = hostingCaller(app, owner);
  await first.call(hosting.updateProviderSettings, { mode: 'sandbox' });
  await first.call(hosting.syncServers, {});
  await first.paid(monthlyServer);
  const { run_id } = await first.call(hosting.startUpgradeRun, { serviceid: managedServer });
  const { version } = await first.call(hosting.chooseUpgradePlan, { run_id, rid: plans.largest });
  await first.call(hosting.createUpgradeQueue, { runs: [{ run_id, version }] });
  await first.call(hosting.updateProviderSettings, { mode: 'sandbox', approval_limit: '1.00' });
  await first.call(hosting.requestApproval, { kind: 'limit', approval_limit: null });
  await first.call(hosting.addIpAddress, { address: '198.51.100.9', label: 'Mail', serviceid: monthlyServer });
  app.clock.advance(35 * day);
  await recordHostingCosts(app.service.context);
};

/** What links, emails and sign-ins leave behind. */
const useMail = async (app: TestService, owner: Person): Promise<void> => {
  const { auth, mail, team } = contract;
  const { token, tenantId: tenant_id, email, password } = owner;
  const { invitation_id } = await invite(app, owner, 'invited@example.com');
  await app.call(team.copyInvitationLink, { tenant_id, invitation_id }, { token });
  const credentials = { username: mailAccount.user, server_password: mailAccount.password };
  await app.call(mail.updateMailSettings, settingsAt(1, { ...credentials, password }), { token });
  await failsWith(app.call(auth.login, { email, password: 'not this one' }), 'INVALID_CREDENTIALS');
  const { db, failedSignIns } = app.service.context;
  await failedSignIns.flush();
  await holdMail(db.write, { reason: 'operator', held_at: app.clock.now() });
  await app.call(auth.forgotPassword, { email });
};

/** What instances share: when the next request to a live account may start, and the key of an interrupted rotation. */
const shareBetweenInstances = async ({ service: { context }, clock }: TestService, owner: Person): Promise<void> => {
  const { db, secretBox } = context;
  await reserveProviderTurn(db.write, owner.tenantId, clock.now(), second);
  const entry = newKeyEntry(clock.now());
  await publishKey(db.write, { ...sealNotice(secretBox, entry.kid, entry), published_at: clock.now() });
};

/** With what someone signs in. */
export interface Credentials {
  readonly owner: { readonly email: string; readonly password: string };
  /** With the secret of their authenticator app. */
  readonly admin: { readonly email: string; readonly password: string; readonly secret: string };
  /** Of the owner. */
  readonly apiKey: string;
}

/** Fills every table, through operations and jobs, or as the store writes what takes several people or a browser. */
export const fillEveryTable = async (app: TestService): Promise<Credentials> => {
  const first = await app.owner('owner@example.com');
  await letTimePass(app, first);
  await app.join(await app.login(first), 'owner', 'second@example.com');
  await useHosting(app, await app.login(first));
  const owner = await app.login(first);
  const { context } = app.service;
  const { write, isShared } = context.db;
  const member = await app.join(owner, 'member', 'member@example.com');
  const admin = await app.join(owner, 'admin', 'admin@example.com');
  const { secret } = await enrol(app, admin);
  const { key: apiKey } = await createKey(app, owner);
  const { slug, workspace_id } = await createWorkspace(app, owner, 'Research');
  const lab = await createGroup(app, owner, 'Lab', {
    members: [owner.id, member.id],
    workspaces: { [slug]: 'Member' },
  });
  const service = await createServiceAccount(app, owner, { workspace_ids: [workspace_id] });
  const { role_id } = await createCustomRole(app, owner, ['audit.read'], [owner.id, lab.group_id, service.account_id]);
  await useMail(app, owner);
  const { own } = await createSeedData(context, await hashSeedPassword(context));
  const backchannel_logout_uri = 'https://app.example/session-ended';
  await addApplication(write, 'app_wiki', owner.tenantId, { access: 'restricted', backchannel_logout_uri });
  await insertApplicationSecret(write, {
    id: 'asec_old',
    application_id: 'app_wiki',
    secret_hash: 'old hash',
    created_at: app.clock.now(),
    expires_at: app.clock.now() + day,
  });
  await setApplicationGroups(write, 'app_wiki', [lab.group_id]);
  await setApplicationCustomRoles(write, 'app_wiki', [role_id]);
  await countSignIn(write, 'app_wiki', app.clock.now());
  await letKnow(write, owner.id, 'app_wiki', app.clock.now());
  await saveOauthRecord(write, {
    model: 'RefreshToken',
    id_hash: 'hash',
    payload: '{"scope":"openid"}',
    uid_hash: null,
    grant_hash: 'hash',
    application_id: 'app_wiki',
    user_id: owner.id,
    session_id: null,
    parent_hash: 'another hash',
    consumed_at: null,
    expires_at: app.clock.now() + day,
  });
  const sessionId = await sessionIdOf(write, owner.id);
  const entry = {
    application_id: 'app_wiki',
    session_id: sessionId,
    user_id: owner.id,
    tells_sid: 1,
    entered_at: app.clock.now(),
  } as const;
  await context.db.transaction({ tenant: owner.tenantId }, (tx) => enterApplication(tx, { ...entry, sid: 'sid' }));
  await queueLogoutNotices(write, [{ ...entry, sid: 'ended sid' }], app.clock.now());
  await addProtectedHost(write, owner.tenantId, { access: 'restricted' });
  await insertProtectedSession(write, {
    secret_hash: 'code hash',
    application_id: 'app_wiki',
    user_id: owner.id,
    session_id: sessionId,
    browser_hash: 'browser hash',
    target: '/page',
    created_at: app.clock.now(),
    expires_at: app.clock.now() + minute,
  });
  await markSample(write, own.id);
  await advanceAuditStream(write, 'file:///audit.jsonl', { tenant_id: owner.tenantId, position: 1 });
  await insertAnsweredChallenge(write, 'hash', app.clock.now() + day);
  await updateUser(write, await storedUser(app, member.id), {
    email: 'member.now@example.com',
    verification: 'mailbox',
  });
  const { updateWorkspace } = contract.workspaces;
  const input = { tenant_id: owner.tenantId, slug, health_score: 80 };
  const by = { userId: owner.id, tenantId: owner.tenantId };
  await context.idempotency.once({ key: 'once', by, operation: updateWorkspace.id, input }, () =>
    app.call(updateWorkspace, input, { token: owner.token }),
  );
  const byService = { serviceKeyId: service.key_id, accountId: service.account_id };
  await context.idempotency.once(
    { key: 'once', by: byService, operation: updateWorkspace.id, input },
    async () => ({}),
  );
  if (isShared) await shareBetweenInstances(app, owner);
  const { email, password } = owner;
  return { owner: { email, password }, admin: { email: admin.email, password: admin.password, secret }, apiKey };
};
