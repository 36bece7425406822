import { recordRestore } from '#main/services/identity/record-restore.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { serviceScopes } from '#shared/rules/permissions.ts';
import type { ErrorKey } from '#shared/texts/errors.ts';
import { operate } from './authority-cast.ts';
import { makeSigningKeys, signClientToken } from './client-credentials.ts';
import { failsWith } from './fails-with.ts';
import { createServiceAccount } from './service-accounts.ts';
import { createWorkspace, scheduleDeletion } from './team.ts';
import type { TestService } from './test-service.ts';

const { serviceAccounts, team, workspaces } = contract;

/** What a service account calls with. */
export const serviceCredentials = ['API key', 'access token'] as const;
export type ServiceCredential = (typeof serviceCredentials)[number];

/** A service account with a key or a client secret, whoever created it, and what it calls with. */
const createScene = async (app: TestService, credential: ServiceCredential) => {
  const owner = await app.owner();
  const creator = await app.join(owner, 'admin');
  const { slug, workspace_id } = await createWorkspace(app, owner, 'Research');
  const made = await createServiceAccount(app, creator, {
    role: 'admin',
    scopes: ['workspaces.settings'],
    workspace_ids: [workspace_id],
  });
  if (credential === 'API key') return { app, owner, creator, slug, ...made };
  const { account_id } = made;
  const { context } = app.service;
  const secret = { tenant_id: owner.tenantId, account_id, kind: 'client_secret', name: 'Secret' } as const;
  const by = { token: creator.token };
  const { service_account_key } = await app.call(
    serviceAccounts.createServiceAccountKey,
    { ...secret, password: creator.password },
    by,
  );
  const { key_id } = service_account_key;
  await makeSigningKeys(context);
  const key = await signClientToken(context, { accountId: account_id, keyId: key_id, scope: serviceScopes.join(' ') });
  return { app, owner, creator, slug, ...made, key, key_id };
};
type Scene = Awaited<ReturnType<typeof createScene>>;

const of = ({ owner, account_id }: Scene) => ({ tenant_id: owner.tenantId, account_id });
const by = ({ owner }: Scene) => ({ token: owner.token });
const on = ({ owner, creator }: Scene) => ({ tenant_id: owner.tenantId, user_id: creator.id });
const update = (scene: Scene, change: object) =>
  scene.app.call(
    serviceAccounts.updateServiceAccount,
    { ...of(scene), password: scene.owner.password, ...change },
    by(scene),
  );

interface Ending {
  readonly happen: (scene: Scene) => Promise<unknown>;
  /** What its next change is answered; undefined if it goes on. */
  readonly answer?: ErrorKey;
}

/** What can happen to a service account, its key, its organization and whoever created it. */
export const serviceAccountEndings: Readonly<Record<string, Ending>> = {
  'it is disabled': {
    happen: (scene) => scene.app.call(serviceAccounts.disableServiceAccount, of(scene), by(scene)),
    answer: 'TOKEN_INVALID',
  },
  'it is disabled and enabled': {
    async happen(scene) {
      await scene.app.call(serviceAccounts.disableServiceAccount, of(scene), by(scene));
      await scene.app.call(
        serviceAccounts.enableServiceAccount,
        { ...of(scene), password: scene.owner.password },
        by(scene),
      );
    },
  },
  'it is deleted': {
    happen: (scene) => scene.app.call(serviceAccounts.deleteServiceAccount, of(scene), by(scene)),
    answer: 'TOKEN_INVALID',
  },
  'its key is revoked': {
    happen: (scene) =>
      scene.app.call(serviceAccounts.revokeServiceAccountKey, { ...of(scene), key_id: scene.key_id }, by(scene)),
    answer: 'TOKEN_INVALID',
  },
  'its key has expired': {
    async happen(scene) {
      const { password } = scene.owner;
      const roll = { ...of(scene), key_id: scene.key_id, overlap_hours: 1, password };
      await scene.app.call(serviceAccounts.rollServiceAccountKey, roll, by(scene));
      scene.app.clock.advance(1 * day);
    },
    answer: 'TOKEN_EXPIRED',
  },
  'its scope is removed': {
    happen: (scene) => update(scene, { scopes: ['workspaces.read'] }),
    answer: 'SCOPE_REQUIRED',
  },
  'its role and workspaces are reduced': {
    happen: (scene) => update(scene, { role: 'member', workspace_ids: null }),
    answer: 'NOT_FOUND',
  },
  'its addresses are limited': {
    happen: (scene) => update(scene, { addresses: ['203.0.113.7'] }),
    answer: 'ADDRESS_NOT_ALLOWED',
  },
  'its workspace is deleted': {
    happen: ({ app, owner, slug }) =>
      app.call(workspaces.deleteWorkspace, { tenant_id: owner.tenantId, slug }, { token: owner.token }),
    answer: 'NOT_FOUND',
  },
  'the organization is closed': {
    happen: ({ app, owner }) => operate(app, 'organization delete', { organization: owner.tenantId, yes: true }),
    answer: 'TOKEN_INVALID',
  },
  'the organization is closed and reopened': {
    async happen({ app, owner }) {
      await operate(app, 'organization delete', { organization: owner.tenantId, yes: true });
      await operate(app, 'organization restore', { organization: owner.tenantId });
    },
  },
  'the organization is deleted': {
    happen: ({ app, owner }) =>
      operate(app, 'organization delete', { organization: owner.tenantId, yes: true, now: true }),
    answer: 'TOKEN_INVALID',
  },
  'a backup is restored': {
    async happen({ app }) {
      const backup = { createdAt: '2026-01-01T00:00:00.000Z', version: '0.1.0' };
      const { context } = app.service;
      await context.db.transaction({}, (tx) => recordRestore(context, tx, backup));
    },
  },
  'whoever created it is demoted': {
    happen: (scene) => scene.app.call(team.changeRole, { ...on(scene), role: 'member' }, by(scene)),
  },
  'whoever created it is disabled': {
    happen: (scene) => scene.app.call(team.disableMember, on(scene), by(scene)),
  },
  'whoever created it is removed': {
    happen: (scene) => scene.app.call(team.removeMember, on(scene), by(scene)),
  },
  'whoever created it deletes their account': { happen: ({ app, creator }) => scheduleDeletion(app, creator) },
};

/**
 * Lets something happen at one instance, and tries a change by the service account, which another may have to answer.
 * @param elsewhere undefined for the same instance. Both need an https public URL if it calls with an access token.
 */
export const expectEnding = async (
  app: TestService,
  { happen, answer }: Ending,
  credential: ServiceCredential,
  elsewhere: Pick<TestService, 'call'> = app,
): Promise<void> => {
  const scene = await createScene(app, credential);
  const change = (health_score: number) => {
    const input = { tenant_id: scene.owner.tenantId, slug: scene.slug, health_score };
    return elsewhere.call(workspaces.updateWorkspace, input, { token: scene.key });
  };
  // From here on, it is known there.
  await change(50);
  await happen(scene);
  if (answer === undefined) await change(60);
  else await failsWith(change(60), answer);
};
