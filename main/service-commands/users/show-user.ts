import { z } from 'zod';
import { findAccount } from '../../storage/store/identity/accounts.ts';
import { countApiKeys } from '../../storage/store/identity/api-keys.ts';
import { listOpenSessions } from '../../storage/store/identity/sessions.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { type Account, presentAccount } from './account.ts';

export const userInput = z.strictObject({ user: z.string().min(1) });

export const showUser = commandOperation({
  input: userInput,
  async run({ db, callers }, { user }): Promise<Account & { sessions: number; api_keys: number }> {
    const { id } = await findUserOf(db.read, user);
    const account = await findAccount(db.read, id);
    if (!account) throw refused(`There is no user ${user}. See castellan user list`);
    return {
      ...presentAccount(account),
      sessions: (await listOpenSessions(db.read, id, callers.openAt())).length,
      api_keys: await countApiKeys(db.read, id),
    };
  },
});
