import { createAuditAnchors } from '../security/audit-anchors.ts';
import { createAuditThread } from '../security/audit-thread.ts';
import { createAuditVerifications } from '../security/audit-verifications.ts';
import type { AuditContext } from '../services/context.ts';
import type { Foundation } from './foundation.ts';

/** `close` ends the thread that verifies. */
export const composeAudit = ({
  folder,
  installation,
  clock,
  steady,
  log,
  stopping,
}: Foundation): { readonly parts: AuditContext; close(): Promise<void> } => {
  const { keys, db, audit, anchorStore, storedAnchors } = installation;
  const anchors = createAuditAnchors(anchorStore, storedAnchors, { db, clock, log });
  const thread = db.isShared ? undefined : createAuditThread(folder.database, keys);
  return {
    parts: {
      audit,
      auditAnchors: anchors,
      auditThread: thread,
      auditVerifications: createAuditVerifications({ thread, db, audit, anchors, steady, stopping }),
    },
    async close() {
      await thread?.close();
    },
  };
};
