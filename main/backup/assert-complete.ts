import { StartError } from '../platform/start-error.ts';
import type { DatabasePlace } from '../storage/database/database-place.ts';
import { assertMigrated, type DatabaseReport } from '../storage/database/database-report.ts';

/**
 * Rows are copied between databases of the same schema.
 * @throws StartError if a database holds nothing, or if another version has written it
 */
export const assertComplete = async (source: DatabasePlace): Promise<DatabaseReport> => {
  const report = await source.inspect('none');
  const where = await source.describe();
  if (!report?.keyTraces.installation) throw new StartError(`${where} holds no installation`, { kind: 'refused' });
  if (report.newer.length > 0) {
    throw new StartError(`${where} was written by a newer version. Use this command of that version`, {
      kind: 'newer',
    });
  }
  assertMigrated(report, where);
  return report;
};
