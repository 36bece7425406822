import { z } from 'zod';
import { memberStatuses } from '#shared/contract/resources.ts';
import { roles } from '#shared/roles.ts';
import { type AccountFilter, listAccounts } from '../../store/identity/accounts.ts';
import { findOrganization } from '../find.ts';
import { type OperatorCall, operatorOperation } from '../operation.ts';
import { type Account, presentAccount } from './account.ts';

const pageSize = 500;

/** Everybody who has an account, in pages, so that a large list takes no memory. With `hashes` for an import elsewhere. */
export const listUsers = operatorOperation({
  input: z.strictObject({
    organization: z.string().optional(),
    role: z.enum(roles).optional(),
    status: z.enum(memberStatuses).optional(),
    hashes: z.boolean().default(false),
  }),
  async run(
    { db },
    { organization, role, status, hashes },
    { emit }: OperatorCall<Account & { password_hash?: string }>,
  ): Promise<void> {
    const tenant = organization === undefined ? undefined : await findOrganization(db.read, organization);
    const filter: AccountFilter = { tenantId: tenant?.id, role, status };
    for (let after = ''; ; ) {
      const rows = await listAccounts(db.read, filter, after, pageSize);
      for (const row of rows) {
        await emit({ ...presentAccount(row), ...(hashes && { password_hash: row.password_hash }) });
      }
      const last = rows.at(-1);
      if (!last || rows.length < pageSize) return;
      after = last.id;
    }
  },
});
