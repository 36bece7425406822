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

it('needs no restart for a replaced password or token', async () => {
  const flags = { 'data-dir': '/data', 'backup-dir': '/backups' };
  const environment = (text: string) => ({
    CASTELLAN_SMTP_URL: `smtp://castellan:${text}@mail.example`,
    CASTELLAN_METRICS_TOKEN: `a-metrics-token-that-is-${text}`,
    CASTELLAN_BACKUP_PASSPHRASE: `a passphrase that is ${text}`,
  });
  const config = readConfig(flags, environment('old'), undefined);
  const secrets = createSecrets(config);
  expect(await reload({ config, secrets } as SystemContext, readConfig(flags, environment('new'), undefined))).toEqual(
    [],
  );
  expect(Object.values(secrets.current()).every((secret) => String(secret).includes('new'))).toBe(true);
});
