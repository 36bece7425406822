import type { Handlers } from '../handler.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

/** The handlers of audit, each under the name of its operation. */
export const audit: Handlers['audit'] = { listAuditEvents, verifyAuditLog };
