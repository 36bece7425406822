import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { systemClock } from '#main/platform/clock.ts';

const folder = perTest(() => temporaryFolder('castellan-clock-'));
let server: SpawnedInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const advance = '/test/clock?advance_seconds=3600';

describe('the test clock', () => {
  it('does not exist without its flag', async () => {
    server = await spawnInstance();
    expect((await send(server.address, 'POST', advance)).status).toBe(404);
    expect(server.stderr()).not.toContain('test clock');
  });

  it('moves ahead for local callers only, and warns', async () => {
    server = await spawnInstance({ args: ['--test-clock'] });
    const before = systemClock.now();
    const { status, body } = await send(server.address, 'POST', advance);
    expect(status).toBe(200);
    const moved = Date.parse((body as { now: string }).now) - before;
    expect(moved).toBeGreaterThanOrEqual(3_600_000);
    expect(moved).toBeLessThan(3_660_000);
    const forwarded = await send(server.address, 'POST', advance, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(forwarded.status).toBe(404);
    const foreign = await send(server.address, 'POST', advance, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    for (const wrong of [
      '',
      '?advance_seconds=0',
      '?advance_seconds=-60',
      '?advance_seconds=1.5',
      '?set_by_seconds=x',
    ]) {
      expect((await send(server.address, 'POST', `/test/clock${wrong}`)).status, wrong).toBe(400);
    }
    const { body: back } = await send(server.address, 'POST', '/test/clock?set_by_seconds=-7200');
    expect(Date.parse((back as { now: string }).now)).toBeLessThan(before);
    await expect.poll(server.stderr).toContain('test clock');
  });

  const refused: [string, string[], RegExp][] = [
    ['on a host that others reach', ['--host', '0.0.0.0'], /requires a loopback address/],
    ['with a public URL', ['--public-url', 'https://console.example'], /public URL/],
    ['behind proxies', ['--trusted-proxies', '10.0.0.1'], /trusted proxies/],
  ];
  it.each(refused)('is refused %s', async (_, args, message) => {
    const { code, stderr } = await runProgram([
      'serve',
      '--port',
      '0',
      '--data-dir',
      folder.path,
      '--test-clock',
      ...args,
    ]);
    expect(code).toBe(78);
    expect(stderr).toMatch(message);
  });

  it('is refused on a data folder that is in use', async () => {
    await writeFile(join(folder.path, 'castellan.db'), '');
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data-dir', folder.path, '--test-clock']);
    expect(code).toBe(78);
    expect(stderr).toContain('requires a new data folder');
  });

  it('is a flag of serve, and no variable sets it', async () => {
    const { code, stderr } = await runProgram(['doctor', '--data-dir', folder.path, '--test-clock']);
    expect(code).toBe(78);
    expect(stderr).toContain('test-clock');
    server = await spawnInstance({ environment: { CASTELLAN_TEST_CLOCK: 'on' } });
    expect((await send(server.address, 'POST', advance)).status).toBe(404);
  });
});
