import type { contract } from '#shared/contract/index.ts';
import { actionsOf } from '#shared/texts/audit.ts';
import { listAuditEvents as listRows } from '../../storage/store/audit/audit-events.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentAuditEvent } from '../recording/present-audit-event.ts';

const instant = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));

export const listAuditEvents: Handler<typeof contract.audit.listAuditEvents> = async (
  { db, auditCounts },
  input,
  { client },
) => {
  const { tenant_id, q, actor, target, workspace, from, to } = input;
  const actions = actionsOf(input);
  if (actions?.length === 0) return { events: [], total: 0 };
  const found = q ? await db.search('audit_events', tenant_id, q) : undefined;
  const filter = {
    tenantId: tenant_id,
    q,
    actor,
    target,
    workspace,
    actions,
    from: instant(from),
    to: instant(to),
    found,
  };
  const counted = await auditCounts.count(filter);
  const rows = await readPage(input, client, (page) => listRows(db.read, filter, page, counted));
  return { events: rows.map(presentAuditEvent), total: counted.total };
};
