import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { startProgramInstances } from '#e2e/support/program-instances.ts';
import type { SpawnedInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const args = ['--public-url', 'https://castellan.example'];
const instances = perTest(() => startProgramInstances(3, { args }));

const at = (index: number): SpawnedInstance => instances.servers[index] as SpawnedInstance;
const publishedAt = async (index: number): Promise<unknown> =>
  ((await send(at(index).address, 'GET', '/oauth2/jwks')).body as { keys: unknown }).keys;
const rotate = async (index: number, ...argv: string[]): Promise<string> => {
  const command = ['keys', 'rotate', ...argv, '--json', '--data-dir', at(index).dataDir];
  const { code, stdout, stderr } = await runWarm(command, instances.environment);
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as { key_id: string }).key_id;
};
const idsOf = (kid: string): string[] => [`${kid}-es256`, `${kid}-rs256`];

it('every instance publishes the same keys for applications, before one of them signs with them', {
  timeout: 120_000,
}, async () => {
  const first = await rotate(1, '--signing');
  const seen = await Promise.all([0, 1, 2].map(publishedAt));
  expect((seen[0] as { kid: string }[]).map(({ kid }) => kid)).toEqual(idsOf(first));
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  // Any instance makes the next ones, without being told to.
  const second = await rotate(2);
  for (const index of [0, 1, 2]) {
    const kids = ((await publishedAt(index)) as { kid: string }[]).map(({ kid }) => kid);
    expect(new Set(kids)).toEqual(new Set([...idsOf(second), ...idsOf(first)]));
  }
  // A restart changes nothing.
  const before = await publishedAt(2);
  await at(2).stop();
  const again = await instances.start(at(2).dataDir);
  expect(((await send(again.address, 'GET', '/oauth2/jwks')).body as { keys: unknown[] }).keys).toHaveLength(4);
  expect(before).toHaveLength(4);
});
