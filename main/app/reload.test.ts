import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createSecrets } from '../platform/secrets.ts';
import type { SystemContext } from '../services/context.ts';
import { reload } from './reload.ts';

it('takes over a new passphrase, but not whether backups contain keys, which needs a restart', async () => {
  const flags = { 'data-dir': '/data', 'backup-dir': '/backups' };
  const passphrase = (text: string) => ({ CASTELLAN_BACKUP_PASSPHRASE: text });
  const config = readConfig(flags, passphrase('correct horse battery'), undefined);
  const secrets = createSecrets(config);
  const context = { config, secrets } as SystemContext;
  const next = readConfig({ ...flags, 'backup-without-keys': 'on' }, passphrase('another horse battery'), undefined);
  expect(await reload(context, next)).toEqual(['backupWithoutKeys']);
  expect(secrets.current().backupPassphrase).toBe('another horse battery');
});
