import { ensureElectron } from './electron.ts';
import { runOnDesktop } from './on-desktop.ts';

/** Opens a packaged app as open-package.ts does, on a display and as a user that Electron's sandbox accepts. */
const [program = ''] = process.argv.slice(2);
const { code } = runOnDesktop({ electron: await ensureElectron(), args: ['e2e/tools/open-package.ts', program] });
process.exitCode = code;
