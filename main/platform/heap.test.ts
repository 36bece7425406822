import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * A program whose objects live for a while, like those of requests. Prints how much the young generation grows under
 * load.
 */
const program = (isKept: boolean): string => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { keepYoungHeap } from ${JSON.stringify(join(import.meta.dirname, 'heap.ts'))};
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const work = (objects, alive) => {
    const kept = Array(alive);
    for (let index = 0; index < objects; index += 1) kept[index % alive] = { index, text: [index] };
    return kept;
  };
  work(100_000, 20_000);
  const started = young();
  if (${isKept}) keepYoungHeap();
  work(3_000_000, 200_000);
  process.stdout.write(String(young() / started));
`;

const growth = async (isKept: boolean): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(isKept)]);
  return Number(stdout);
};

test('the young generation stops growing once it is capped', async () => {
  expect(await growth(false)).toBeGreaterThan(1.5);
  expect(await growth(true)).toBeLessThanOrEqual(1);
});
