import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './debian.ts';

/** Apache with mod_auth_openidc, the most used relying party of Debian's. */
export interface Apache {
  readonly program: string;
  /** Where its modules are. */
  readonly modules: string;
  /** Of both. */
  readonly versions: string;
}

const program = '/usr/sbin/apache2';
const modules = '/usr/lib/apache2/modules';

/**
 * Finds Apache and the module, or installs Debian's: without the package that starts a server.
 * @throws Error that says what to install if neither works
 */
export const ensureApache = (): Apache => {
  const find = () => ([program, join(modules, 'mod_auth_openidc.so')].every(existsSync) ? program : undefined);
  ensureInstalled('Apache with mod_auth_openidc', find, 'libapache2-mod-auth-openidc');
  const own = /Apache\/([\d.]+)/.exec(execFileSync(program, ['-v'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
  const shown = execFileSync('dpkg-query', ['--show', 'libapache2-mod-auth-openidc'], { encoding: 'utf8' });
  const ofModule = /\t([\d.]+)/.exec(shown)?.[1] ?? 'unknown';
  return { program, modules, versions: `Apache ${own} with mod_auth_openidc ${ofModule}` };
};
