import type { contract } from '#shared/contract/index.ts';
import { countAuditEvents, listAuditEvents as listRows } from '../../store/audit-log/audit-events.ts';
import { presentAuditEvent } from '../audit-log/present-audit-event.ts';
import type { Handler } from '../handler.ts';

const instant = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const listAuditEvents: Handler<typeof contract.audit.listAuditEvents> = async ({ db }, input) => {
  const { tenant_id, q, actor, target, action, from, to } = input;
  const filter = { tenantId: tenant_id, q, actor, target, action, from: instant(from), to: instant(to) };
  const rows = await listRows(db.read, filter, input);
  return { events: rows.map(presentAuditEvent), total: await countAuditEvents(db.read, filter) };
};
