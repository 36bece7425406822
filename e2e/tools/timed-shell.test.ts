import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runTimed } from './timed-shell.ts';

/** Uses the processor for some time, however long it has to wait for it. */
const busy = (ms: number): string => `while (process.cpuUsage().user < ${ms * 1_000});`;

it('a shell adds up the CPU time of a command and of its children', async () => {
  const nested = `const { spawnSync } = require('node:child_process'); spawnSync(process.execPath, ['-e', '${busy(300)}']); ${busy(200)}`;
  const { done } = runTimed(`"${process.execPath}" -e "${nested}"`, 'pipe', process.env);
  const { code, cpuSeconds } = await done;
  expect(code).toBe(0);
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.5);
});

it('a shell hands on what a command prints, and how it ended', async () => {
  const { child, done } = runTimed('echo printed; exit 3', 'pipe', process.env);
  expect(child.stdout && (await text(child.stdout))).toBe('printed\n');
  expect(await done).toMatchObject({ code: 3 });
});
