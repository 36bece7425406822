import type { AuditAction, AuditTargetKind } from '#shared/texts/audit.ts';
import type { StoredJson } from '../../platform/stored-shape.ts';
import type { Instant } from './columns.ts';

/**
 * Append-only. Personal data is erased with its account; digests keep the chain intact, see security/audit-chain.ts.
 */
export interface AuditEventTable {
  tenant_id: string;
  /** 1, 2, 3 … in each tenant. */
  sequence: number;
  at: Instant;
  /** A user's ID, or `system` or `unknown`. */
  actor_id: string;
  actor_name: string | null;
  ip_address: string | null;
  /** Null where the service itself acts. */
  device: string | null;
  request_id: string | null;
  /** Null if the other two are. */
  origin_digest: string | null;
  /** Lower-cased name and address: what `q` searches. */
  actor_text: string;
  actor_digest: string;
  /** The deleted account for which name and address were erased. */
  actor_erased_for: string | null;
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string;
  target_label: string | null;
  /** Null if they were erased. */
  details: StoredJson<'audit_events.details'> | null;
  /** Lower-cased label: what `q` searches. */
  target_text: string;
  target_digest: string;
  target_erased_for: string | null;
  previous_hash: string;
  hash: string;
}

/** The last row of each tenant's log, sealed. A truncated log doesn't match it. */
export interface AuditHeadTable {
  tenant_id: string;
  sequence: number;
  hash: string;
  seal: string;
}

/** Where a tenant's log begins, sealed. Everything up to it was removed at the end of its retention period. */
export interface AuditCheckpointTable {
  tenant_id: string;
  /** The last entry that was removed, and so how many were. */
  sequence: number;
  /** The hash of that entry, which covers all entries before it. */
  hash: string;
  /** The policy that was applied. */
  retention_days: number;
  created_at: Instant;
  /** What remains of erasures that began in removed entries, see security/audit-checkpoints.ts. */
  erasures: StoredJson<'audit_checkpoints.erasures'>;
  seal: string;
}

/** Up to which entry of a log a receiver of the installation's audit logs has them. DECISION 0298. */
export interface AuditStreamPositionTable {
  /** Where they are sent. */
  stream: string;
  tenant_id: string;
  position: number;
}
