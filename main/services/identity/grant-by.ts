import { auditActors } from '#shared/texts/audit.ts';
import type { Grant } from '../../storage/store/workspaces/workspace-members.ts';
import type { AuditActor } from '../recording/record-event.ts';

/** What is stored of who gave someone a role, and when. The audit log alone names others than people. */
export const grantBy = ({ id, kind }: AuditActor, at: number): Grant => ({
  by: kind === undefined && !Object.values(auditActors).some((actor) => actor.id === id) ? id : null,
  at,
});
