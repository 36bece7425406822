import type { AnchorFindings } from '../security/audit-anchors.ts';
import { recordAcceptance } from '../services/recording/accept-audit-log.ts';
import type { Arguments } from './command.ts';
import { openService } from './open-service.ts';
import { printLine } from './print.ts';

const describe = ({ cut, doubt }: AnchorFindings): string[] => [
  ...(doubt === undefined ? [] : [`audit-heads.json was ${doubt}: entries may have been cut off any audit log`]),
  ...[...cut].map(([tenant, { sequence }]) => `The audit log of team ${tenant} was cut: it had ${sequence} entries`),
];

/**
 * Takes the audit logs as they are, after someone has looked into why they don't match `audit-heads.json`. Each log
 * concerned says so in its own row.
 */
export const acceptAuditLog = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const service = await openService(given, 'run this command');
  try {
    const { auditAnchors, db } = service.context;
    const findings = await auditAnchors.findings();
    const lines = describe(findings);
    if (lines.length === 0) {
      await printLine('Nothing to accept: every audit log ends where audit-heads.json says, or later');
      return 0;
    }
    const tenants = await db.transaction({}, (tx) => recordAcceptance(service.context, tx, findings));
    await auditAnchors.accept();
    for (const line of lines) await printLine(line);
    await printLine(`Accepted, and recorded in the audit logs of ${tenants.length} teams`);
    return 0;
  } finally {
    await service.stop();
  }
};
