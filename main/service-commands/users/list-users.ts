import { z } from 'zod';
import { memberStatuses } from '#shared/contract/team/resources.ts';
import { roles } from '#shared/rules/roles.ts';
import { rowsAfter } from '../../platform/pages.ts';
import { exportedHash } from '../../security/imported-hashes.ts';
import { operatorActor, recordEvent, tenantTarget } from '../../services/recording/record-event.ts';
import { type AccountFilter, listAccounts } from '../../storage/store/identity/accounts.ts';
import { findOrganization } from '../find.ts';
import { type CommandCall, commandOperation } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';
import { type Account, presentAccount } from './account.ts';

const pageSize = 500;

/** Everyone who has an account, in pages, to save memory. With `hashes` for an import elsewhere. */
export const listUsers = commandOperation({
  input: z.strictObject({
    organization: z.string().optional(),
    role: z.enum(roles).optional(),
    status: z.enum(memberStatuses).optional(),
    hashes: z.boolean().default(false),
  }),
  async run(
    context,
    { organization, role, status, hashes },
    { emit }: CommandCall<Account & { password_hash?: string }>,
  ): Promise<void> {
    const { db } = context;
    const tenant = organization === undefined ? undefined : await findOrganization(db.read, organization);
    // Whoever has the hashes can try passwords on them elsewhere, so their export leaves a trace before they are out.
    if (hashes) {
      await db.transaction({ tenant: tenant?.id }, async (tx) => {
        const event = { action: 'exportHashes' } as const;
        if (!tenant) return recordForInstallation(context, tx, event);
        await recordEvent(context, tx, { ...event, actor: operatorActor(tenant.id), target: tenantTarget(tenant) });
      });
    }
    const filter: AccountFilter = { tenantId: tenant?.id, role, status };
    const rows = rowsAfter(
      '',
      (after) => listAccounts(db.read, filter, after, pageSize),
      ({ id }) => id,
    );
    for await (const row of rows) {
      await emit({ ...presentAccount(row), ...(hashes && { password_hash: exportedHash(row.password_hash) }) });
    }
  },
});
