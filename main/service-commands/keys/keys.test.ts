import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyAuditLog } from '#e2e/support/audit.ts';
import { isEmbedded } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol, nextCode } from '#e2e/support/second-factor.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';
import { createBackup } from '../../backup/create-backup.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { createAuditChain } from '../../security/audit-chain.ts';
import { createKeyRing } from '../../security/keys.ts';
import type { SealedText } from '../../storage/database/sealed-text.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { findAuditHead, saveAuditHead } from '../../storage/store/audit/audit-heads.ts';
import type { InputOf, OperationName, ResultOf } from '../operations.ts';
import { runOperation } from '../run-operation.ts';
import type { ListedKey } from './list-keys.ts';

const { login, completeLogin, refresh } = contract.auth;
const { getMe } = contract.profile;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('ann@example.com'));

const run = async <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<ResultOf<Name>> =>
  (await runOperation(app.service.context, name, input, {
    emit: async () => {},
    body: (async function* () {})(),
  })) as ResultOf<Name>;
const listed = async (): Promise<ListedKey[]> => {
  const rows: ListedKey[] = [];
  await runOperation(
    app.service.context,
    'keys list',
    {},
    {
      emit: async (row) => void rows.push(row as ListedKey),
      body: (async function* () {})(),
    },
  );
  return rows;
};
const keysPath = (): string => join(app.dataDir, 'keys.json');
const keyFile = async () =>
  JSON.parse(await readFile(keysPath(), 'utf8')) as { keys: { kid: string; secret: string }[]; retired?: object[] };
const currentKid = (): string => app.service.context.keys.current.kid;
const kidOfToken = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const verdict = () => verifyAuditLog(app, owner.tenantId);
const lastEvent = () =>
  tablesOf(app.service.context.db.read)
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const endSessions = () => run('session end', { all: true });

describe('keys rotate', () => {
  it('signs and seals with the new key at once, and everything older still works', async () => {
    const { secret } = await enrol(app, owner);
    const old = currentKid();
    const answer = await run('keys rotate', {});
    expect(answer).toEqual({ key_id: currentKid(), previous_key_id: old });
    expect(answer.key_id).not.toBe(old);
    expect(await lastEvent()).toEqual({
      action: 'rotateKeys',
      actor_id: 'operator',
      details: JSON.stringify({ key: answer.key_id }),
    });

    await app.call(getMe, {}, { token: owner.token });
    const refreshed = await app.call(refresh, { refresh_token: owner.refreshToken });
    expect(kidOfToken(owner.token)).toBe(old);
    expect(kidOfToken(refreshed.access_token)).toBe(answer.key_id);
    expect(refreshed.refresh_token).toContain(`.${answer.key_id}.`);
    const { second_factor_token } = await failsWith(
      app.call(login, { email: owner.email, password: owner.password }),
      'SECOND_FACTOR_REQUIRED',
    );
    await app.call(completeLogin, {
      second_factor_token: second_factor_token ?? '',
      code: await nextCode(app, secret),
    });
    expect(await verdict()).toMatchObject({ valid: true });

    expect((await keyFile()).keys.map(({ kid }) => kid)).toEqual([answer.key_id, old]);
    expect((await stat(keysPath())).mode & 0o777).toBe(0o600);
    await app.restart();
    expect(currentKid()).toBe(answer.key_id);
    await app.call(getMe, {}, { token: refreshed.access_token });
  });

  it('reissues the successor of a refresh whose answer was lost', async () => {
    const first = await app.call(refresh, { refresh_token: owner.refreshToken });
    await run('keys rotate', {});
    const again = await app.call(refresh, { refresh_token: owner.refreshToken });
    expect(again.refresh_token).toBe(first.refresh_token);
    await app.call(refresh, { refresh_token: again.refresh_token });
  });

  it('is recorded by the next start if the database does not know of it', async () => {
    const content = await keyFile();
    const fresh = { kid: 'by-hand', secret: randomBytes(32).toString('base64url'), created_at: '2026-01-15' };
    await app.restart(() => writeFile(keysPath(), JSON.stringify({ keys: [fresh, ...content.keys] })));
    expect(await lastEvent()).toEqual({ action: 'rotateKeys', actor_id: 'operator', details: '{"key":"by-hand"}' });
    expect(await verdict()).toMatchObject({ valid: true });
    await app.restart();
    const recorded = tablesOf(app.service.context.db.read)
      .selectFrom('audit_events')
      .select('action')
      .where('action', '=', 'rotateKeys');
    expect(await recorded.execute()).toHaveLength(1);
    await app.restart(() => writeFile(keysPath(), JSON.stringify({ keys: [fresh] })));
  });

  it('changes nothing behind a link, or if the file was replaced', async () => {
    const before = await readFile(keysPath(), 'utf8');
    const kid = currentKid();
    await rename(keysPath(), join(app.dataDir, 'elsewhere.json'));
    await symlink(join(app.dataDir, 'elsewhere.json'), keysPath());
    await expect(run('keys rotate', {})).rejects.toThrow(/keys\.json is a symbolic link/);
    expect(await readFile(keysPath(), 'utf8')).toBe(before);
    await rename(join(app.dataDir, 'elsewhere.json'), keysPath());
    const other = { kid: 'x', secret: randomBytes(32).toString('base64url'), created_at: '2026-01-15' };
    await writeFile(keysPath(), JSON.stringify({ keys: [other] }));
    await expect(run('keys rotate', {})).rejects.toThrow(/was changed since Castellan started/);
    await writeFile(keysPath(), before);
    expect(currentKid()).toBe(kid);
    expect((await lastEvent()).action).not.toBe('rotateKeys');
  });
});

describe('keys retire', () => {
  const rotate = async (): Promise<string> => {
    app.clock.advance(minute);
    return (await run('keys rotate', {})).previous_key_id;
  };

  it('refuses while something needs the key, and says what', async () => {
    await enrol(app, owner);
    const old = await rotate();
    // Two links: the verification, and the one that undoes the authenticator.
    const used = { email_links: 2, authenticators: 1, mail_server_passwords: 0, provider_keys: 0 };
    expect(await listed()).toMatchObject([
      { key_id: currentKid(), status: 'current', in_use: { audit_logs: 1 } },
      { key_id: old, status: 'previous', in_use: { ...used, audit_logs: 0, sessions: 1 } },
    ]);
    await expect(run('keys retire', { key: old })).rejects.toThrow(
      new RegExp(`Key ${old} is still in use: 2 email links, 1 authenticator, 1 session\\.`),
    );
    await expect(run('keys retire', { key: old, reseal: true })).rejects.toThrow(/in use: 1 session\./);
    await expect(run('keys retire', { key: currentKid() })).rejects.toThrow(/is the current one/);
    await expect(run('keys retire', { key: 'nobody' })).rejects.toThrow(/There is no key nobody/);
    await app.call(getMe, {}, { token: owner.token });
  });

  it('waits for access tokens that were replaced but have not expired', async () => {
    const old = await rotate();
    app.clock.advance(minute);
    const refreshed = await app.call(refresh, { refresh_token: owner.refreshToken });
    await app.call(getMe, {}, { token: owner.token });
    await expect(run('keys retire', { key: old, reseal: true })).rejects.toThrow(/in use: 1 session/);
    for (let passed = 0; passed < lifetimesMs.accessToken; passed += 20 * minute) {
      app.clock.advance(20 * minute);
      await app
        .call(refresh, { refresh_token: refreshed.refresh_token })
        .then((next) => Object.assign(refreshed, next));
    }
    await run('keys retire', { key: old, reseal: true });
    await app.call(getMe, {}, { token: refreshed.access_token });
  });

  it('moves what is sealed to the current key, and deletes the secret of the old one', async () => {
    const { secret } = await enrol(app, owner);
    const before = await keyFile();
    const old = await rotate();
    await endSessions();
    const { resealed } = await run('keys retire', { key: old, reseal: true });
    expect(resealed).toBe(3);
    expect(await lastEvent()).toEqual({ action: 'retireKey', actor_id: 'operator', details: `{"key":"${old}"}` });
    expect(await listed()).toMatchObject([
      { key_id: currentKid(), status: 'current' },
      { key_id: old, status: 'retired', in_use: null },
    ]);
    // DECISION 0212: on a shared database, whoever did not see the command end may run it again.
    const again = run('keys retire', { key: old });
    if (isEmbedded()) await expect(again).rejects.toThrow(/was retired at/);
    else expect(await again).toEqual({ key_id: old, resealed: 0 });

    const content = await readFile(keysPath(), 'utf8');
    expect(content).not.toContain(before.keys[0]?.secret);
    await app.restart();
    expect(await verdict()).toMatchObject({ valid: true });
    expect(app.service.context.auditAnchors.doubt()).toBeUndefined();
    await failsWith(app.call(getMe, {}, { token: owner.token }), 'TOKEN_INVALID');
    const { second_factor_token } = await failsWith(
      app.call(login, { email: owner.email, password: owner.password }),
      'SECOND_FACTOR_REQUIRED',
    );
    await app.call(completeLogin, {
      second_factor_token: second_factor_token ?? '',
      code: await nextCode(app, secret),
    });
    expect(await app.mailedToken(owner.email)).toMatch(/./);
  });

  it('keeps a key that a damaged value needs', async () => {
    await enrol(app, owner);
    const old = await rotate();
    await endSessions();
    await tablesOf(app.service.context.db.write)
      .updateTable('second_factors')
      .set({ sealed_secret: `${old}.${'A'.repeat(80)}` as SealedText<'second_factors.sealed_secret'> })
      .execute();
    await expect(run('keys retire', { key: old, reseal: true })).rejects.toThrow(/in use: 1 authenticator\./);
  });

  it('leaves whoever stole the old key unable to shorten a log, although its rows still hold', async () => {
    const { keys } = await keyFile();
    const stolen = createAuditChain(
      createKeyRing(keys.map(({ kid, secret }) => ({ kid, secret: Buffer.from(secret, 'base64url') }))),
    );
    const old = await rotate();
    await endSessions();
    await run('keys retire', { key: old, reseal: true });
    const { db } = app.service.context;
    expect(await verdict()).toMatchObject({ valid: true });
    const rows = await tablesOf(db.read).selectFrom('audit_events').selectAll().orderBy('sequence').execute();
    const kept = rows.findLast(({ hash }) => hash.startsWith(`${old}.`));
    if (!kept) throw new Error('no row of the old key');
    await tablesOf(db.write).deleteFrom('audit_events').where('sequence', '>', kept.sequence).execute();
    await saveAuditHead(db.write, stolen.sealHead(kept));
    const head = await findAuditHead(db.read, owner.tenantId);
    expect(head && stolen.headHolds(head)).toBe(true);
    expect(await verdict()).toMatchObject({ valid: false });
  });
});

// A server has its own backups, which know nothing of keys.
describe.runIf(isEmbedded())('a backup', () => {
  it.each(['rotated', 'retired'])(
    'that runs while keys are %s is refused, leaves nothing behind, and works again',
    async (change) => {
      const folder = dataFolder(app.dataDir);
      const target = join(app.dataDir, 'backup.tar.gz');
      const request = { folder, target, passphrase: 'correct horse battery', clock: app.clock };
      app.clock.advance(minute);
      const old = change === 'retired' ? (await run('keys rotate', {})).previous_key_id : '';
      await endSessions();
      // The copy of this file comes after the first look at the keys, and waits until someone writes.
      execFileSync('mkfifo', ['-m', '600', folder.sandbox]);
      const during = createBackup(request);
      during.catch(() => {});
      const pipe = await open(folder.sandbox, 'w');
      if (change === 'rotated') await run('keys rotate', {});
      else await run('keys retire', { key: old, reseal: true });
      await pipe.writeFile('{}');
      await pipe.close();
      await expect(during).rejects.toThrow(/The keys were rotated or retired during the backup\. Run it again/);
      expect((await readdir(app.dataDir)).filter((name) => name.startsWith('backup'))).toEqual([]);

      await rm(folder.sandbox);
      const { manifest } = await createBackup(request);
      expect(manifest.keys).toBe('sealed');
      expect(await readdir(app.dataDir)).toContain('backup.tar.gz');
    },
  );
});
