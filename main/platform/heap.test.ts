import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/**
 * A program whose objects live for a while, like those of requests. Prints the size of the young generation in MB:
 * after work while it is kept, after work, after a time with little to do, in which V8 shrinks it, and after work again.
 */
const program = (isBounded: boolean): string => `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { boundYoungHeap, keepYoungHeap } from ${JSON.stringify(join(import.meta.dirname, 'heap.ts'))};
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20;
  const kept = Array(100_000);
  const work = async (turns) => {
    for (let turn = 0; turn < turns; turn += 1) {
      for (let index = 0; index < 1_000; index += 1) kept[(turn % 100) * 1_000 + index] = { index, text: [index] };
      await new Promise(setImmediate);
    }
  };
  const sizes = [];
  if (${isBounded}) {
    keepYoungHeap();
    await work(1_000);
    sizes.push(young());
    boundYoungHeap();
  }
  await work(2_000);
  sizes.push(young());
  kept.fill(undefined);
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  sizes.push(young());
  await work(2_000);
  sizes.push(young());
  process.stdout.write(JSON.stringify(sizes));
`;

const sizes = async (isBounded: boolean): Promise<number[]> => {
  const args = ['--expose-gc', '--input-type=module', '--eval', program(isBounded)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
};

test('the young generation grows to 16 MB for work once it may, and again after it has shrunk', async () => {
  expect(Math.max(...(await sizes(false)))).toBeGreaterThan(16);
  const [kept, working, idle, workingAgain] = await sizes(true);
  expect(kept).toBeLessThan(4);
  expect([working, workingAgain]).toEqual([16, 16]);
  expect(idle).toBeLessThan(16);
});
