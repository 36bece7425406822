import type { Role, WorkspaceRole } from '#shared/roles.ts';
import type { Instant } from './columns.ts';

export interface InvitationTable {
  id: string;
  tenant_id: string;
  email: string;
  role: Role;
  status: 'pending' | 'accepted' | 'revoked' | 'expired';
  invited_by: string;
  /** The account that accepted it. */
  accepted_by: string | null;
  created_at: Instant;
  expires_at: Instant;
}

export interface InvitationWorkspaceTable {
  invitation_id: string;
  workspace_id: string;
}

export interface WorkspaceTable {
  id: string;
  tenant_id: string;
  slug: string;
  name: string;
  /** Lower-cased name: for sorting, and what `q` searches. */
  name_key: string;
  health_score: number;
  owner_id: string;
  created_at: Instant;
}

export interface WorkspaceMemberTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
}
