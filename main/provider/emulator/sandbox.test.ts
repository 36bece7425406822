import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestProvider, failure } from '#e2e/support/provider.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { day, second } from '#shared/rules/limits.ts';
import type { OrderClient } from '../order-client.ts';
import { openSandboxes, type Sandbox, sandboxKey, sandboxUrl } from './sandbox.ts';
import { sandboxFile } from './sandbox-file.ts';

const serviceid = 12_345;
const folder = perTest(() => temporaryFolder('castellan-sandbox-'));
let path: string;
let clock: FakeClock;
beforeEach(async () => {
  path = join(folder.path, 'sandbox.json');
  clock = createFakeClock();
});

const use = (
  name = 'tnt_a',
  sandboxes = openSandboxes(sandboxFile(path), { clock }),
): { sandbox: Sandbox; provider: OrderClient } => {
  const sandbox = sandboxes.account(name);
  return { sandbox, provider: createTestProvider({ send: sandbox.send, url: sandboxUrl, key: sandboxKey }).provider };
};
const invoiceOf = async (provider: OrderClient): Promise<number> =>
  (await provider.checkUpgradeOrder({ serviceid })).order?.invoiceid ?? 0;

describe('the sandbox', () => {
  it('has an account with servers at once, without a network', async () => {
    const { provider } = use();
    expect((await provider.getInstances()).servers.map(({ srvrname }) => srvrname)).toEqual([
      'mail-1',
      'mail-2',
      'Server#12347',
    ]);
  });

  it('deletes only the accounts of deleted tenants', async () => {
    const sandboxes = openSandboxes(sandboxFile(path), { clock });
    for (const name of ['tnt_a', 'tnt_b']) {
      const { provider } = use(name, sandboxes);
      await provider.upgradeInstance({ serviceid, rid: 102 });
    }
    await sandboxes.keepOnly(['tnt_b', 'tnt_c']);
    for (const kept of [sandboxes, openSandboxes(sandboxFile(path), { clock })]) {
      expect(await invoiceOf(use('tnt_a', kept).provider)).toBe(0);
      expect(await invoiceOf(use('tnt_b', kept).provider)).toBeGreaterThan(0);
    }
  });

  it('continues where it was after a restart, including time', async () => {
    const before = use();
    await before.provider.upgradeInstance({ serviceid, rid: 102 });
    expect(await before.sandbox.payInvoice(await invoiceOf(before.provider))).toBe(true);
    await before.provider.upgradeServer({ serviceid });
    clock.advance(20 * second);
    const after = use();
    expect((await after.provider.getInstance({ serviceid })).status).toBe('RESIZED');
    clock.advance(day);
    expect((await use().provider.getInstance({ serviceid })).status).toBe('ACTIVE');
  });

  it('keeps accounts apart', async () => {
    const sandboxes = openSandboxes(sandboxFile(path), { clock });
    const [one, other] = [use('tnt_a', sandboxes), use('tnt_b', sandboxes)];
    await one.provider.upgradeInstance({ serviceid, rid: 102 });
    const invoiceid = await invoiceOf(one.provider);
    expect(await other.provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
    expect(await other.sandbox.payInvoice(invoiceid)).toBe(false);
    expect(await other.sandbox.cancelOrder(serviceid)).toBe(false);
    await other.sandbox.reset();
    expect(await one.provider.checkUpgradeOrder({ serviceid })).toMatchObject({ order: { invoiceid } });
    expect(await one.sandbox.payInvoice(invoiceid)).toBe(true);
  });

  it('starts over when it is reset', async () => {
    const { provider, sandbox } = use();
    await provider.upgradeInstance({ serviceid, rid: 102 });
    await sandbox.reset();
    expect(await provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
    expect(await use().provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
  });

  it('cancels an order that was not applied', async () => {
    const { provider, sandbox } = use();
    await provider.upgradeInstance({ serviceid, rid: 102 });
    expect(await sandbox.cancelOrder(serviceid)).toBe(true);
    expect(await use().provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
  });

  it('makes one order from twenty concurrent ones', async () => {
    const { provider } = use();
    const orders = Array.from({ length: 20 }, () => provider.upgradeInstance({ serviceid, rid: 102 }));
    const outcomes = await Promise.allSettled(orders);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.reason] : []));
    expect(new Set(reasons)).toEqual(new Set(['refused']));
    expect(JSON.parse(await readFile(path, 'utf8')).accounts.tnt_a.orders).toHaveLength(1);
  });
});

describe('the sandbox file', () => {
  it('is readable only by its owner, and the only file left in the folder', async () => {
    await writeFile(`${path}.new`, 'left by a crash', { mode: 0o644 });
    const { provider } = use();
    await provider.upgradeInstance({ serviceid, rid: 102 });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder.path)).toEqual(['sandbox.json']);
  });

  it('is written before the answer, and not for a read', async () => {
    const { provider } = use();
    await provider.upgradeInstance({ serviceid, rid: 102 });
    const written = await readFile(path, 'utf8');
    expect(JSON.parse(written).accounts.tnt_a.orders).toHaveLength(1);
    await provider.getInstances();
    await provider.checkUpgradeOrder({ serviceid });
    expect(await readFile(path, 'utf8')).toBe(written);
  });

  it.each([
    ['text', 'not json'],
    ['half a file', '{"version":1,"acc'],
    ['another version', '{"version":2,"accounts":{}}'],
    ['a wrong account', '{"version":1,"accounts":{"tnt_a":{"version":1}}}'],
  ])('damaged (%s) does not count as empty, until a reset', async (_, text) => {
    await writeFile(path, text, { mode: 0o600 });
    const { provider, sandbox } = use();
    expect(await failure(provider.getInstances())).toMatchObject({ reason: 'sandbox_damaged' });
    await expect(sandbox.payInvoice(552)).rejects.toThrow();
    expect(await readFile(path, 'utf8')).toBe(text);
    await sandbox.reset();
    expect((await provider.getInstances()).servers).toHaveLength(3);
  });

  it('is rejected if others can read it or if it is a link', async () => {
    await use().provider.getInstances();
    await chmod(path, 0o644);
    expect(await failure(use().provider.getInstances())).toMatchObject({ reason: 'sandbox_damaged' });
    await rm(path);
    await writeFile(join(folder.path, 'elsewhere.json'), '{"version":1,"accounts":{}}', { mode: 0o600 });
    await symlink(join(folder.path, 'elsewhere.json'), path);
    expect(await failure(use().provider.getInstances())).toMatchObject({ reason: 'sandbox_damaged' });
  });

  it('changes nothing and reports no success if it cannot be written', async () => {
    const { provider } = use();
    await provider.getInstances();
    const before = await readFile(path, 'utf8');
    // A folder in place of the temporary file: not even a privileged user can open it as a file.
    const draft = `${path}.new`;
    await mkdir(draft);
    expect(await failure(provider.upgradeInstance({ serviceid, rid: 102 }))).toMatchObject({
      reason: 'sandbox_damaged',
      code: 'EISDIR',
      mayHaveHappened: true,
    });
    expect(await provider.checkUpgradeOrder({ serviceid })).toEqual({ order: null });
    expect(await readFile(path, 'utf8')).toBe(before);
    await rm(draft, { recursive: true });
    await provider.upgradeInstance({ serviceid, rid: 102 });
    expect((await provider.checkUpgradeOrder({ serviceid })).order).not.toBeNull();
  });
});
