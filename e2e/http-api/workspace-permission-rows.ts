import { member, ofTenant, ofWorkspace, slug, tenant } from './permission-inputs.ts';
import type { OperationId, Row } from './permission-row.ts';

export const workspaceRows = {
  createWorkspace: {
    input: (seed) => ({ ...ofTenant(seed), name: 'Another', slug: 'another' }),
    ids: { tenant_id: tenant },
  },
  deleteWorkspace: { input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  getWorkspace: { input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaceHealth: { input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaceMembers: { input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaces: { input: ofTenant, ids: { tenant_id: tenant } },
  removeWorkspaceMember: {
    input: (seed) => ({ ...ofWorkspace(seed), user_id: seed.own.target.id }),
    ids: { tenant_id: tenant, slug, user_id: member },
  },
  setWorkspaceMember: {
    input: (seed) => ({ ...ofWorkspace(seed), user_id: seed.own.target.id, role: 'Admin' }),
    ids: { tenant_id: tenant, slug, user_id: member },
  },
  updateWorkspace: {
    input: (seed) => ({ ...ofWorkspace(seed), health_score: 50 }),
    ids: { tenant_id: tenant, slug },
  },
} as const satisfies Partial<Record<OperationId, Row>>;
