import type { DataFolder } from '../../platform/data-folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { compareHeads, readAnchors, type StoredAnchors } from '../../security/audit-anchors.ts';
import { type AuditChain, createAuditChain } from '../../security/audit-chain.ts';
import type { DatabasePlace } from '../../storage/database/database-place.ts';
import { readKeys, whyUnreadable } from './keys.ts';

/** The heads outside of the database. Read them before the database, so that its logs are at least as new. */
export const readAuditHeads = async (
  folder: DataFolder,
  database: DatabasePlace,
): Promise<StoredAnchors & { chain: AuditChain }> => {
  const chain = createAuditChain(await readKeys(folder));
  const installation = (await database.inspect('none'))?.keyTraces.installation;
  const store = { path: folder.auditHeads, chain, installationId: installation?.installationId ?? '' };
  return { ...(await readAnchors(store)), chain };
};

const way =
  'If you know why, for example after you restored a backup, stop Castellan and run castellan accept-audit-log';

/** Whether each audit log still has the last row that was recorded outside of the database. */
export const checkAuditHeads = async (folder: DataFolder, database: DatabasePlace): Promise<string> => {
  const why = whyUnreadable(await database.inspect('none'));
  if (why !== undefined) return why;
  const { anchors, doubt, chain } = await readAuditHeads(folder, database);
  const { cut } = await database.read((read) => compareHeads(read, chain, anchors));
  const [first] = cut;
  if (first) {
    const [tenant, { sequence }] = first;
    const others = cut.size > 1 ? `, and ${cut.size - 1} more logs were cut` : '';
    throw new StartError(`the audit log of ${tenant} was cut: it had ${sequence} entries${others}. ${way}`);
  }
  if (doubt !== undefined) {
    const what = doubt === 'missing' ? 'was missing' : 'was invalid';
    throw new StartError(`${folder.auditHeads} ${what}, so entries may have been cut off the audit logs. ${way}`);
  }
  return `match ${anchors.size} audit logs`;
};
