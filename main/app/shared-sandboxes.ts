import type { SandboxStorage } from '../provider/emulator/sandbox.ts';
import { sandboxShape } from '../provider/emulator/state.ts';
import type { Database } from '../storage/database/database.ts';
import {
  deleteSandboxAccount,
  lockSandboxAccount,
  saveSandboxAccount,
} from '../storage/store/hosting/sandbox-accounts.ts';

/** Stores sandbox accounts in the database, for all instances (DECISION 0163). They go with their tenants. */
export const sharedSandboxes = (db: Database): SandboxStorage => ({
  use: (name, work) =>
    db.transaction({}, async (tx) => {
      const stored = await lockSandboxAccount(tx, name);
      const { value, state } = await work(stored === undefined ? undefined : sandboxShape.read(stored, name));
      if (state) await saveSandboxAccount(tx, name, sandboxShape.write(state));
      return value;
    }),
  reset: async (name) => void (await deleteSandboxAccount(db.write, name)),
  keepOnly: async () => {},
});
