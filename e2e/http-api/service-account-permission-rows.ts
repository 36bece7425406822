import type { SeedData } from '#e2e/support/seed-data.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { absent, ofTenant, tenant } from './permission-inputs.ts';
import type { IdField, OperationId, Row } from './permission-row.ts';

const account: IdField = {
  foreign: ({ foreign }) => foreign.serviceAccount.id,
  missing: `svc_${absent}`,
  answer: 'NOT_FOUND',
};
const key: IdField = {
  foreign: ({ foreign }) => foreign.serviceAccount.keyId,
  missing: `key_${absent}`,
  answer: 'NOT_FOUND',
};
const ofAccount = ({ own }: SeedData) => ({ tenant_id: own.id, account_id: own.serviceAccount.id });
const ofKey = (seed: SeedData) => ({ ...ofAccount(seed), key_id: seed.own.serviceAccount.keyId });
const ids = { tenant_id: tenant, account_id: account };
const target = ({ own }: SeedData) => own.serviceAccount.id;

export const serviceAccountRows = {
  listServiceAccounts: { requires: 'service_accounts.manage', input: ofTenant, ids: { tenant_id: tenant } },
  getServiceAccount: { requires: 'service_accounts.manage', input: ofAccount, ids },
  createServiceAccount: {
    requires: 'service_accounts.manage',
    confirms: 'always',
    target: (_, answer) => answer.account_id,
    input: (seed) => ({ ...ofTenant(seed), name: 'Robot', scopes: ['team.read'] }),
    ids: {
      tenant_id: tenant,
      workspace_ids: {
        foreign: ({ foreign }) => [foreign.workspace.id],
        missing: [`ws_${absent}`],
        answer: 'WORKSPACE_NOT_FOUND',
      },
    },
  },
  updateServiceAccount: {
    requires: 'service_accounts.manage',
    confirms: 'always',
    target,
    input: (seed) => ({ ...ofAccount(seed), description: 'Changed', password: testPassword }),
    ids,
  },
  deleteServiceAccount: { requires: 'service_accounts.manage', target, input: ofAccount, ids },
  disableServiceAccount: { requires: 'service_accounts.manage', target, input: ofAccount, ids },
  enableServiceAccount: {
    requires: 'service_accounts.manage',
    confirms: 'always',
    target,
    input: (seed) => ({ ...ofAccount(seed), password: testPassword }),
    ids,
    prepare: async ({ db, clock }, { tenantId }) => {
      const accounts = tablesOf(db.write).updateTable('service_accounts').where('tenant_id', '=', tenantId);
      await accounts.set({ disabled_at: clock.now() }).execute();
      return {};
    },
  },
  listServiceAccountKeys: { requires: 'service_accounts.manage', input: ofAccount, ids },
  createServiceAccountKey: {
    requires: 'service_accounts.manage',
    confirms: 'always',
    target,
    input: (seed) => ({ ...ofAccount(seed), name: 'Server', password: testPassword }),
    ids,
  },
  rollServiceAccountKey: {
    requires: 'service_accounts.manage',
    confirms: 'always',
    target,
    input: (seed) => ({ ...ofKey(seed), password: testPassword }),
    ids: { ...ids, key_id: key },
  },
  revokeServiceAccountKey: {
    requires: 'service_accounts.manage',
    target,
    input: ofKey,
    ids: { ...ids, key_id: key },
  },
} as const satisfies Partial<Record<OperationId, Row>>;
