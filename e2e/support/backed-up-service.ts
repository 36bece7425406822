import { afterEach } from 'vitest';
import { removeMailServer } from './admin-tenant.ts';
import { perFile } from './prepared.ts';
import { hashSeedPassword } from './seed-data.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestService } from './test-service.ts';

/** A service that can carry out every operation, with a folder for backups. Each test begins without a mail server. */
export const backedUpService = (overrides: Parameters<typeof createTestService>[1] = {}) => {
  const backupDir = perFile(() => temporaryFolder('castellan-backups-'));
  const app = perFile(async () => {
    const service = await createTestService(
      { 'rate-limits': 'off', 'backup-dir': backupDir.path, 'backup-without-keys': 'on' },
      overrides,
    );
    return Object.assign(service, { passwordHash: await hashSeedPassword(service.service.context) });
  });
  afterEach(() => removeMailServer(app.service));
  return app;
};
