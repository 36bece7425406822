import type { z } from 'zod';
import type { contract } from '#shared/contract/index.ts';
import type { auditEvent } from '#shared/contract/resources.ts';
import { toIso } from '../../platform/clock.ts';
import {
  type AuditEventRow,
  countAuditEvents,
  listAuditEvents as listRows,
} from '../../store/audit-log/audit-events.ts';
import { detailsOf } from '../../store/stored-columns.ts';
import type { Handler } from '../handler.ts';

const presentAuditEvent = (row: AuditEventRow): z.output<typeof auditEvent> => ({
  sequence: row.sequence,
  at: toIso(row.at),
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  ip_address: row.ip_address,
  action: row.action,
  target_kind: row.target_kind,
  target_id: row.target_id,
  target_label: row.target_label,
  details: detailsOf(row),
  hash: row.hash,
});

const instant = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const listAuditEvents: Handler<typeof contract.audit.listAuditEvents> = async ({ db }, input) => {
  const { tenant_id, q, actor, target, action, from, to } = input;
  const filter = { tenantId: tenant_id, q, actor, target, action, from: instant(from), to: instant(to) };
  const rows = await listRows(db.read, filter, input);
  return { events: rows.map(presentAuditEvent), total: await countAuditEvents(db.read, filter) };
};
