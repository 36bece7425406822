import { describe, expect, it } from 'vitest';
import { createApplicationService, refusedFields } from '#e2e/support/application-service.ts';
import { letKnow } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import { hasApplicationSecret, listApplicationSecrets } from '#main/storage/store/oauth/application-secrets.ts';
import { findApplication, insertApplication } from '#main/storage/store/oauth/applications.ts';
import { findConsent } from '#main/storage/store/oauth/consents.ts';
import { findOauthRecord, saveOauthRecord } from '#main/storage/store/oauth/records.ts';
import { countSignIn } from '#main/storage/store/oauth/sign-ins.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { applicationLimits, day } from '#shared/rules/limits.ts';

const { applications, audit, customRoles, groups } = contract;

const app = perFile(createApplicationService);
const owner = perFile(async () => app.first);
const stranger = perFile(() => app.owner());
const by = ({ token }: Person) => ({ token });
const at = () => ({ tenant_id: owner.tenantId });
const get = (application: { application_id: string }) =>
  app.call(applications.getApplication, app.of(application), by(owner));
const read = () => app.service.context.db.read;
const write = () => app.service.context.db.write;
const isAccepted = (application: { application_id: string }, secret: string | null, after = 0) =>
  hasApplicationSecret(read(), application.application_id, hashSecret(secret ?? ''), app.clock.now() + after);

const giveToken = (applicationId: string, userId: string, id_hash: string) =>
  saveOauthRecord(write(), {
    ...{ model: 'RefreshToken', id_hash, payload: '{}', uid_hash: null, grant_hash: null, parent_hash: null },
    ...{ application_id: applicationId, user_id: userId, session_id: null, consumed_at: null },
    expires_at: app.clock.now() + day,
  });
const hasToken = async (hash: string) => (await findOauthRecord(read(), 'RefreshToken', 'id_hash', hash)) !== undefined;

describe('the deletion of a group or a custom role', () => {
  it('names the applications that it opens, which its members or holders lose', async () => {
    const group = await createGroup(app, owner, 'Opens');
    const role = await createCustomRole(app, owner, ['audit.read'], [group.group_id]);
    const named = { access: 'restricted' } as const;
    const byGroup = await app.create({ ...named, name: 'A by group', group_ids: [group.group_id] });
    const byRole = await app.create({ ...named, name: 'B by role', role_ids: [role.role_id] });
    await app.create({ access: 'everyone', name: 'C for all', group_ids: [group.group_id], role_ids: [role.role_id] });
    const namesOf = (preview: { applications: { name: string }[] }) => preview.applications.map(({ name }) => name);
    const ofGroup = await app.call(groups.previewGroupDeletion, group, by(owner));
    expect(namesOf(ofGroup)).toEqual([byGroup.name, byRole.name]);
    expect(namesOf(await app.call(groups.getGroup, group, by(owner)))).toEqual([byGroup.name, byRole.name]);
    const ofRole = await app.call(customRoles.previewCustomRoleDeletion, role, by(owner));
    expect(namesOf(ofRole)).toEqual([byRole.name]);
  });
});

describe('an application', () => {
  it('is created with a secret that is shown once, changed, found and deleted', async () => {
    const { secret, ...created } = await app.create({
      name: 'Wiki',
      description: 'What we know',
      home_url: 'https://app.example/',
    });
    expect(created).toMatchObject({
      issuer: 'https://castellan.example',
      access: 'everyone',
      created_by: { user_id: owner.id },
      secrets: [{ expires_at: null }],
    });
    expect(await isAccepted(created, secret)).toBe(true);
    expect(await get(created)).toEqual(created);
    await app.update(created, { name: 'Handbook', redirect_uris: ['https://app.example/other'] });
    const found = await app.call(applications.listApplications, { ...at(), q: 'HANDB' }, by(owner));
    expect([found.total, found.applications.map(({ application_id }) => application_id)]).toEqual([
      1,
      [created.application_id],
    ]);
    await app.call(applications.deleteApplication, app.of(created), by(owner));
    await failsWith(get(created), 'NOT_FOUND');
    expect(await isAccepted(created, secret)).toBe(false);
  });

  it('has a name that no other one of the organization has', async () => {
    const { name } = await app.create();
    await failsWith(app.create({ name: name.toUpperCase() }), 'APPLICATION_NAME_TAKEN');
    await app.create({ name }, stranger);
    await failsWith(app.update(await app.create(), { name }), 'APPLICATION_NAME_TAKEN');
  });

  it('needs an https public URL', async () => {
    const plain = await createTestService({ 'rate-limits': 'off' });
    const person = await plain.owner();
    const entered = {
      tenant_id: person.tenantId,
      name: 'Wiki',
      kind: 'web',
      redirect_uris: ['https://app.example/'],
    } satisfies RequestOf<typeof applications.createApplication>;
    await failsWith(plain.call(applications.createApplication, entered, by(person)), 'APPLICATIONS_NEED_HTTPS');
    const list = await plain.call(applications.listApplications, { tenant_id: person.tenantId }, by(person));
    expect(list).toEqual({ applications: [], total: 0, issuer: null });
    await plain.close();
  });

  it('is refused beyond the limit of an organization', async () => {
    const crowded = await app.owner();
    const { application_id } = await app.create({}, crowded);
    const { creator_name: _, ...row } =
      (await findApplication(read(), crowded.tenantId, application_id)) ?? expect.fail();
    for (let count = 1; count < applicationLimits.perTenant; count += 1) {
      await insertApplication(write(), { ...row, id: `app_crowded${count}`, name: `n${count}`, name_key: `n${count}` });
    }
    await failsWith(app.create({}, crowded), 'TOO_MANY_APPLICATIONS');
  });
});

describe('what its kind needs', () => {
  it('is asked for', async () => {
    expect(await refusedFields(app.create({ redirect_uris: [] }))).toEqual(['redirect_uris: no_redirect_uri']);
    expect(await refusedFields(app.create({ kind: 'proxied', redirect_uris: [] }))).toEqual(['host: required']);
    expect(await refusedFields(app.create({ kind: 'proxied', host: 'a.example' }))).toEqual([
      'redirect_uris: for_other_kind',
    ]);
    expect(
      await refusedFields(app.create({ host: 'a.example', path_rules: [{ path: '/', access: 'public' }] })),
    ).toEqual(['host: for_other_kind', 'path_rules: for_other_kind']);
  });

  it('is https, but for native applications', async () => {
    const redirect_uris = ['com.example.app:/callback', 'http://127.0.0.1/callback'];
    expect(await refusedFields(app.create({ kind: 'single_page', redirect_uris }))).toEqual([
      'redirect_uris.0: redirect_uri_kind',
      'redirect_uris.1: redirect_uri_kind',
    ]);
    expect((await app.create({ kind: 'native', redirect_uris })).secret).toBeNull();
  });

  it('ends with the kind: secrets and what it was given', async () => {
    const { secret, ...web } = await app.create();
    await giveToken(web.application_id, owner.id, 'kind');
    const changed = await app.update(web, { kind: 'proxied', host: 'kind.example' });
    expect(changed).toMatchObject({ kind: 'proxied', redirect_uris: [], secrets: [], host: 'kind.example' });
    expect([await isAccepted(web, secret), await hasToken('kind')]).toEqual([false, false]);
    const back = await app.update(web, { kind: 'web', redirect_uris: ['https://app.example/'] });
    expect(back).toMatchObject({ host: null, path_rules: [] });
  });
});

describe('who may use it', () => {
  it('are groups and custom roles of the organization alone', async () => {
    const { group_id } = await createGroup(app, stranger, 'Theirs');
    const { role_id } = await createCustomRole(app, stranger, ['audit.read']);
    expect(
      await refusedFields(app.create({ access: 'restricted', group_ids: [group_id], role_ids: [role_id] })),
    ).toEqual(['group_ids.0: group', 'role_ids.0: custom_role']);
  });

  it('see it in their list, and guests only what names them', async () => {
    const [host, group] = [await app.owner(), 'Readers'];
    const member = await app.join(host);
    const guest = await app.join(host);
    await app.call(contract.team.setGuest, { tenant_id: host.tenantId, user_id: guest.id, guest: true }, by(host));
    const { group_id } = await createGroup(app, host, group, { members: [guest.id] });
    const everyone = await app.create({ name: 'For everyone' }, host);
    await app.create({ name: 'For admins', access: 'restricted', allowed_roles: ['admin'] }, host);
    await app.create({ name: 'For readers', access: 'restricted', group_ids: [group_id] }, host);
    const seen = async (person: Person) =>
      (await app.call(applications.listMyApplications, {}, by(person))).applications.map(({ name }) => name);
    expect(await seen(member)).toEqual(['For everyone']);
    expect(await seen(guest)).toEqual(['For readers']);
    const to = { tenant_id: host.tenantId, application_id: everyone.application_id };
    await app.call(applications.updateApplication, { ...to, access: 'restricted', allowed_roles: ['guest'] }, by(host));
    expect(await seen(member)).toEqual([]);
    expect(await seen(guest)).toEqual(['For everyone', 'For readers']);
  });
});

describe('a secret', () => {
  it('works beside the next one for as long as was chosen', async () => {
    const { secret: first, ...made } = await app.create();
    const rolled = await app.call(applications.addApplicationSecret, { ...app.of(made), overlap_days: 2 }, by(owner));
    expect(rolled.secrets.map(({ expires_at }) => expires_at !== null).toSorted()).toEqual([false, true]);
    const answers = async (after: number) => [
      await isAccepted(made, first, after),
      await isAccepted(made, rolled.secret, after),
    ];
    expect(await answers(2 * day - 1)).toEqual([true, true]);
    expect(await answers(2 * day)).toEqual([false, true]);
    expect(await listApplicationSecrets(read(), made.application_id, app.clock.now() + 2 * day)).toHaveLength(1);
  });

  it('ends at once if that was chosen, or if it is removed', async () => {
    const { secret: first, ...made } = await app.create();
    const rolled = await app.call(applications.addApplicationSecret, { ...app.of(made), overlap_days: 0 }, by(owner));
    expect(await isAccepted(made, first)).toBe(false);
    const secret_id = rolled.secrets[0]?.secret_id ?? '';
    await app.call(applications.removeApplicationSecret, { ...app.of(made), secret_id }, by(owner));
    expect(await isAccepted(made, rolled.secret)).toBe(false);
    await failsWith(
      app.call(applications.removeApplicationSecret, { ...app.of(made), secret_id }, by(owner)),
      'NOT_FOUND',
    );
  });

  it('is one of few, and only web applications have any', async () => {
    const made = await app.create();
    const roll = (overlap_days: number) =>
      app.call(applications.addApplicationSecret, { ...app.of(made), overlap_days }, by(owner));
    for (let count = 1; count < applicationLimits.secrets; count += 1) await roll(30);
    await failsWith(roll(30), 'TOO_MANY_APPLICATION_SECRETS');
    await roll(0);
    await app.update(made, { kind: 'single_page' });
    await failsWith(roll(0), 'STATE_CONFLICT');
  });
});

describe('what people let it know', () => {
  it('is theirs to see and to revoke, with everything that it was given', async () => {
    const [made, other] = [await app.create(), await app.create()];
    const member = await app.join(owner);
    const ids = [made.application_id, other.application_id] as const;
    for (const id of ids) await letKnow(write(), member.id, id, app.clock.now());
    await letKnow(write(), owner.id, ids[0], app.clock.now());
    for (const id of ids) await giveToken(id, member.id, `${id} member`);
    await giveToken(ids[0], owner.id, 'of the owner');
    const seen = await app.call(applications.listApplicationAccess, {}, by(member));
    expect(seen.applications).toMatchObject([
      { application_id: ids[0], scopes: ['openid', 'email'], last_used_at: null },
      { application_id: ids[1] },
    ]);
    await app.call(applications.revokeApplicationAccess, { application_id: ids[0] }, by(member));
    expect(await findConsent(read(), member.id, ids[0])).toBeUndefined();
    expect(await findConsent(read(), owner.id, ids[0])).toBeDefined();
    expect([
      await hasToken(`${ids[0]} member`),
      await hasToken(`${ids[1]} member`),
      await hasToken('of the owner'),
    ]).toEqual([false, true, true]);
    await failsWith(
      app.call(applications.revokeApplicationAccess, { application_id: ids[0] }, by(member)),
      'NOT_FOUND',
    );
  });

  it('is counted before it is deleted, with its sign-ins', async () => {
    const made = await app.create();
    await letKnow(write(), owner.id, made.application_id, app.clock.now());
    for (const ago of [0, 0, 1, 29, 30]) await countSignIn(write(), made.application_id, app.clock.now() - ago * day);
    expect(await app.call(applications.previewApplicationDeletion, app.of(made), by(owner))).toEqual({
      people: 1,
      sign_ins: 4,
    });
    const { sign_ins } = await get(made);
    expect(sign_ins).toHaveLength(30);
    expect([sign_ins[0]?.sign_ins, sign_ins.at(-2)?.sign_ins, sign_ins.at(-1)?.sign_ins]).toEqual([1, 1, 2]);
    const listed = await app.call(applications.listApplications, { ...at(), q: made.name }, by(owner));
    expect(listed.applications[0]?.sign_ins).toBe(4);
    await giveToken(made.application_id, owner.id, 'deleted');
    await app.call(applications.deleteApplication, app.of(made), by(owner));
    expect([await hasToken('deleted'), await findConsent(read(), owner.id, made.application_id)]).toEqual([
      false,
      undefined,
    ]);
  });
});

it('the audit log says what was changed, and nothing if nothing was', async () => {
  const made = await app.create();
  await app.update(made, { description: 'Changed', name: made.name });
  await app.update(made, { description: 'Changed' });
  const { events } = await app.call(audit.listAuditEvents, { ...at(), limit: 2 }, by(owner));
  expect(events).toMatchObject([
    {
      action: 'updateApplication',
      target_label: made.name,
      details: { changed: 'description', description: 'Changed' },
    },
    { action: 'createApplication', target_id: made.application_id, details: { kind: 'web', access: 'everyone' } },
  ]);
});
