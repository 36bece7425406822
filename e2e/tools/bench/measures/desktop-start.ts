import { ensureElectron } from '../../electron.ts';
import { runOnDesktop } from '../../on-desktop.ts';
import type { Measure } from '../bench.ts';

/** From the start of the desktop app to its first screen, on an existing data folder. */
export const desktopStart: Measure = async () => {
  const electron = await ensureElectron();
  const { code, stdout } = runOnDesktop({
    electron,
    args: ['e2e/tools/bench/desktop-start-process.ts'],
    stdout: 'pipe',
  });
  if (code !== 0) throw new Error(`Could not measure the start of the desktop app (exit code ${code})`);
  const { ours, bare } = JSON.parse(stdout) as { ours: number[]; bare: number[] };
  return [
    {
      name: `Start of the desktop app to its first screen, in Electron ${electron.version}`,
      unit: 's',
      values: ours,
      ceiling: { is: 'start of an app with one bare page', values: bare },
      bound: { of: 'value', is: 'at most', limit: 1.5 },
    },
  ];
};
