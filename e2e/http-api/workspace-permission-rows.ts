import { member, ofTenant, ofWorkspace, slug, tenant } from './permission-inputs.ts';
import type { OperationId, Row } from './permission-row.ts';

export const workspaceRows = {
  createWorkspace: {
    requires: 'workspaces.manage',
    target: (_, answer) => answer.workspace_id,
    input: (seed) => ({ ...ofTenant(seed), name: 'Another', slug: 'another' }),
    ids: { tenant_id: tenant },
  },
  deleteWorkspace: {
    requires: 'workspaces.manage',
    target: ({ own }) => own.workspace.id,
    input: ofWorkspace,
    ids: { tenant_id: tenant, slug },
  },
  getWorkspace: { requires: 'workspaces.read', input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaceHealth: { requires: 'workspaces.read', input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaceMembers: { requires: 'workspaces.read', input: ofWorkspace, ids: { tenant_id: tenant, slug } },
  listWorkspaces: { requires: 'workspaces.list', input: ofTenant, ids: { tenant_id: tenant } },
  removeWorkspaceMember: {
    requires: 'workspaces.settings',
    input: (seed) => ({ ...ofWorkspace(seed), user_id: seed.own.target.id }),
    ids: { tenant_id: tenant, slug, user_id: member },
  },
  setWorkspaceMember: {
    requires: 'workspaces.settings',
    input: (seed) => ({ ...ofWorkspace(seed), user_id: seed.own.target.id, role: 'Admin' }),
    ids: { tenant_id: tenant, slug, user_id: member },
  },
  updateWorkspace: {
    requires: 'workspaces.settings',
    target: ({ own }) => own.workspace.id,
    input: (seed) => ({ ...ofWorkspace(seed), health_score: 50 }),
    ids: { tenant_id: tenant, slug },
  },
} as const satisfies Partial<Record<OperationId, Row>>;
