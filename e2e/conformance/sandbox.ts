import { sharedOwner } from './callers.ts';
import type { Fields } from './client.ts';
import type { Installation } from './installation.ts';
import { see } from './verdict.ts';

/** An owner whose team uses the installation's sandbox, and its servers. */
export interface Sandbox {
  installation: Installation;
  token: string;
  /** Numbers of servers. */
  servers: readonly string[];
  get(path: string): Promise<Fields>;
  post(path: string, body?: Fields): Promise<Fields>;
}

/** The base of the platform's own interface to the hosting provider. */
export const hosting = '/api/v1/hosting';

const connect = async (installation: Installation): Promise<Sandbox> => {
  const { token } = await sharedOwner(installation);
  await installation.call('PUT', `${hosting}/settings`, { token, body: { mode: 'sandbox' } });
  const { servers } = await installation.call('POST', `${hosting}/servers/sync`, { token });
  const numbers = (servers as Fields[]).map(({ serviceid }) => String(serviceid));
  see(numbers.length >= 3, `the sandbox has ${numbers.length} servers`);
  return {
    installation,
    token,
    servers: numbers,
    get: (path) => installation.call('GET', `${hosting}${path}`, { token }),
    post: (path, body) => installation.call('POST', `${hosting}${path}`, { token, body }),
  };
};

const known = new WeakMap<Installation, Promise<Sandbox>>();

/** A check on the sandbox, and on one of its servers. The checks of a run share the sandbox. */
export const onServer =
  (index: number, check: (sandbox: Sandbox, serviceid: string) => Promise<void>) =>
  async (installation: Installation): Promise<void> => {
    const connected = known.get(installation) ?? connect(installation);
    known.set(installation, connected);
    const sandbox = await connected;
    await check(sandbox, String(sandbox.servers[index]));
  };

export const cycles = ['monthly', 'quarterly', 'semiannually', 'annually', 'biennially', 'triennially'];
