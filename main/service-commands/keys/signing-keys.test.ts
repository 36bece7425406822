import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isEmbedded } from '#e2e/support/engine.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { minute } from '#shared/rules/limits.ts';
import { createBackup } from '../../backup/create-backup.ts';
import { unpackBackup } from '../../backup/unpack-backup.ts';
import { dataFolder } from '../../platform/data-folder.ts';
import { parseKeyRing } from '../../security/keys.ts';
import { privateJwks, publicJwks } from '../../security/signing-keys.ts';
import type { InputOf, OperationName, ResultOf } from '../operations.ts';
import { runOperation } from '../run-operation.ts';
import type { ListedKey } from './list-keys.ts';

const app = perTest(() => createTestService());

const run = async <Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  emit: (row: unknown) => void = () => {},
): Promise<ResultOf<Name>> =>
  (await runOperation(app.service.context, name, input, {
    emit: async (row) => emit(row),
    body: (async function* () {})(),
  })) as ResultOf<Name>;
const listed = async (): Promise<ListedKey[]> => {
  const rows: ListedKey[] = [];
  await run('keys list', {}, (row) => rows.push(row as ListedKey));
  return rows;
};
const keyFile = (): Promise<string> => readFile(join(app.dataDir, 'keys.json'), 'utf8');
const published = () => publicJwks(app.service.context.keys.all).map(({ kid }) => kid);
const idsOf = (kid: string) => [`${kid}-es256`, `${kid}-rs256`];

it('keys for applications are made when they are first asked for, and with every rotation from then on', async () => {
  await run('keys rotate', {});
  expect(published()).toEqual([]);
  expect(await keyFile()).not.toContain('signing_keys');
  const first = await run('keys rotate', { signing: true });
  expect(published()).toEqual(idsOf(first.key_id));
  const second = await run('keys rotate', {});
  expect(published()).toEqual([...idsOf(second.key_id), ...idsOf(first.key_id)]);
  expect((await listed()).map(({ signing_key_ids }) => signing_key_ids)).toEqual([
    idsOf(second.key_id),
    idsOf(first.key_id),
    [],
    [],
  ]);
  const before = publicJwks(app.service.context.keys.all);
  await app.restart();
  expect(publicJwks(app.service.context.keys.all)).toEqual(before);
});

it('keys for applications are deleted with the secret that they stand beside', async () => {
  const old = (await run('keys rotate', { signing: true })).key_id;
  const { signing } = app.service.context.keys.current;
  expect(await keyFile()).toContain(signing?.es256.d);
  app.clock.advance(minute);
  const fresh = (await run('keys rotate', {})).key_id;
  await run('keys retire', { key: old, reseal: true });
  expect(published()).toEqual(idsOf(fresh));
  const left = await keyFile();
  for (const number of [signing?.es256.d, signing?.rs256.d, signing?.rs256.p]) expect(left).not.toContain(number);
  expect((await listed()).find(({ key_id }) => key_id === old)?.signing_key_ids).toEqual([]);
});

// A server has its own backups, which know nothing of keys.
it.runIf(isEmbedded())('keys for applications are in a backup, under its passphrase alone', async () => {
  await run('keys rotate', { signing: true });
  const [target, work, passphrase] = [join(app.dataDir, 'b.tar.gz'), join(app.dataDir, 'work'), 'a long passphrase'];
  await createBackup({ folder: dataFolder(app.dataDir), target, passphrase, clock: app.clock });
  await mkdir(work);
  const { keys } = await unpackBackup(target, work, { passphrase });
  const { all } = app.service.context.keys;
  expect(privateJwks(parseKeyRing(keys ?? '', 'keys.json').all)).toEqual(privateJwks(all));
  const written = await Promise.all((await readdir(work)).map((name) => readFile(join(work, name), 'latin1')));
  expect(written.join()).not.toContain(all[0]?.signing?.es256.d);
});
