import type { z } from 'zod';
import type { event } from '#shared/contract/events/resources.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';
import { toIso } from '../../platform/clock.ts';
import type { AuditEventRow } from '../../storage/store/audit/audit-events.ts';
import { detailsOf } from '../../storage/store/stored-columns.ts';

/** The ID of the event that an entry of an audit log is told as. */
export const eventIdOf = (tenantId: string, position: number): string =>
  `evt_${tenantId.slice(tenantId.indexOf('_') + 1)}_${position}`;

/** A row of the audit log as other programs are told of it: without addresses and devices. */
export const presentEvent = (row: AuditEventRow): z.output<typeof event> => ({
  id: eventIdOf(row.tenant_id, row.sequence),
  type: eventTypeOf[row.action],
  timestamp: toIso(row.at),
  data: {
    position: row.sequence,
    tenant_id: row.tenant_id,
    action: row.action,
    actor_id: row.actor_id,
    actor_name: row.actor_name,
    target_kind: row.target_kind,
    target_id: row.target_id,
    target_label: row.target_label,
    details: detailsOf(row),
  },
});
