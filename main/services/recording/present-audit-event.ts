import type { z } from 'zod';
import type { auditEvent } from '#shared/contract/audit/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { AuditEventRow } from '../../storage/store/audit/audit-events.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';

export type AuditEvent = z.output<typeof auditEvent>;

/** A row of the audit log as clients and commands see it. */
export const presentAuditEvent = (row: AuditEventRow): AuditEvent => ({
  sequence: row.sequence,
  at: toIso(row.at),
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  ip_address: row.ip_address,
  device: row.device,
  request_id: row.request_id,
  action: row.action,
  target_kind: row.target_kind,
  target_id: row.target_id,
  target_label: row.target_label,
  details: detailsOf(row),
  hash: row.hash,
});
