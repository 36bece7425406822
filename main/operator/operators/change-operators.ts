import { operatorActor, recordEvent, userTarget } from '../../services/audit-log/record-event.ts';
import { deleteOperator, insertOperator } from '../../store/operators.ts';
import { findUserOf } from '../find.ts';
import { operatorOperation, refused } from '../operation.ts';
import { assertActive } from '../users/assert-active.ts';
import { userInput } from '../users/show-user.ts';

/** Lets an account see the page of this installation. */
export const addOperator = operatorOperation({
  input: userInput,
  async run(context, { user: key }): Promise<{ email: string }> {
    const { db, clock } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      assertActive(user);
      const row = { user_id: id, granted_at: clock.now(), granted_by: null };
      if (!(await insertOperator(tx, row))) throw refused(`${user.email} is an operator already`);
      await recordEvent(context, tx, {
        action: 'addOperator',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email };
    });
  },
});

/** Takes that away again, at once. */
export const removeOperator = operatorOperation({
  input: userInput,
  async run(context, { user: key }): Promise<{ email: string }> {
    const { db } = context;
    const { id, tenant_id } = await findUserOf(db.read, key);
    return db.transaction({ tenant: tenant_id }, async (tx) => {
      const user = await findUserOf(tx, id);
      if (!(await deleteOperator(tx, id))) throw refused(`${user.email} is no operator`);
      await recordEvent(context, tx, {
        action: 'removeOperator',
        actor: operatorActor(tenant_id),
        target: userTarget(user),
      });
      return { email: user.email };
    });
  },
});
