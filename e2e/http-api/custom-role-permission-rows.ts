import type { SeedData } from '#e2e/support/seed-data.ts';
import { absent, member, ofTenant, tenant } from './permission-inputs.ts';
import type { IdField, OperationId, Row } from './permission-row.ts';

const role: IdField = {
  foreign: ({ foreign }) => foreign.customRole.id,
  missing: `rol_${absent}`,
  answer: 'NOT_FOUND',
};
const holder: IdField = { foreign: ({ foreign }) => foreign.target.id, missing: `user_${absent}`, answer: 'NOT_FOUND' };
const ofRole = ({ own }: SeedData) => ({ tenant_id: own.id, role_id: own.customRole.id });
const ids = { tenant_id: tenant, role_id: role };
const requires = 'roles.manage';
const target = ({ own }: SeedData) => own.customRole.id;

export const customRoleRows = {
  assignCustomRole: {
    requires,
    confirms: 'authority',
    target: ({ own }) => own.outsider.id,
    input: (seed) => ({ ...ofRole(seed), holder_id: seed.own.outsider.id }),
    ids: { ...ids, holder_id: holder },
  },
  createCustomRole: {
    requires,
    target: (_, answer) => answer.role_id,
    input: (seed) => ({ ...ofTenant(seed), name: 'Another', permissions: ['audit.read'] }),
    ids: { tenant_id: tenant },
  },
  deleteCustomRole: { requires, target, input: ofRole, ids },
  explainMemberAccess: {
    requires,
    input: ({ own }) => ({ tenant_id: own.id, user_id: own.target.id }),
    ids: { tenant_id: tenant, user_id: member },
  },
  getCustomRole: { requires: 'team.read', input: ofRole, ids },
  listCustomRoleHolders: { requires, input: ofRole, ids },
  listCustomRoles: { requires: 'team.read', input: ofTenant, ids: { tenant_id: tenant } },
  listHeldCustomRoles: {
    requires,
    input: ({ own }) => ({ tenant_id: own.id, holder_id: own.target.id }),
    ids: { tenant_id: tenant, holder_id: holder },
  },
  previewCustomRoleDeletion: { requires, input: ofRole, ids },
  unassignCustomRole: {
    requires,
    confirms: 'ownership',
    input: (seed) => ({ ...ofRole(seed), holder_id: seed.own.target.id }),
    ids: { ...ids, holder_id: holder },
  },
  updateCustomRole: {
    requires,
    confirms: 'authority',
    target,
    input: (seed) => ({ ...ofRole(seed), name: 'Renamed', permissions: ['settings.read', 'audit.read'] }),
    ids,
  },
} as const satisfies Partial<Record<OperationId, Row>>;
