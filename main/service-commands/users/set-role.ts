import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import type { Role } from '#shared/rules/roles.ts';
import { operatorActor } from '../../services/recording/record-event.ts';
import { changeMemberRole } from '../../services/team/change-member-role.ts';
import { findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { changeOrTry } from '../rehearse.ts';
import { assertActive } from './assert-active.ts';

export interface ChangedRole {
  email: string;
  role: Role;
  previous_role: Role;
  /** Whether nothing was changed. */
  dry_run: boolean;
}

/** Changes someone's role, with everything that follows from it, as an owner does in the console. */
export const setUserRole = commandOperation({
  input: z.strictObject({ user: z.string().min(1), role: field.role, 'dry-run': z.boolean().default(false) }),
  async run(context, { user: key, role, 'dry-run': isDryRun }): Promise<ChangedRole> {
    const { id, tenant_id } = await findUserOf(context.db.read, key);
    return changeOrTry(context.db, { tenant: tenant_id }, isDryRun, async (tx) => {
      const user = await findUserOf(tx, id);
      assertActive(user);
      if (user.role === role) throw refused(`${user.email} is ${role} already`);
      await changeMemberRole(context, tx, user, { role, actor: operatorActor(tenant_id) });
      return { email: user.email, role, previous_role: user.role, dry_run: isDryRun };
    });
  },
});
