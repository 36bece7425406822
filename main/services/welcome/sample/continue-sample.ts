import { day } from '#shared/rules/limits.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { auditEventsAfter, lastAuditSequence } from '../../../storage/store/audit/audit-events.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { touchSessionBegunAt } from '../../../storage/store/identity/sessions.ts';
import { listActiveUsers } from '../../../storage/store/identity/users.ts';
import { findTenant } from '../../../storage/store/team/tenants.ts';
import type { AppContext } from '../../context.ts';
import { lockOutEvents, sessionsOf, signInEvents } from './daily-events.ts';
import { invoiceEvents } from './invoice-events.ts';
import { samplePeople } from './people.ts';
import { playEvents } from './sample-events.ts';
import type { Member } from './timeline.ts';

/** A server that was off for longer continues with what happened in the last days. */
const longestGap = 7 * day;
/** No session of the sample lasts longer. */
const longestSession = 1 * day;

/** People of the sample who are still in it, as the visitor left them. */
const remainingPeople = async (tx: WriteTransaction, tenantId: string): Promise<Member[]> => {
  const users = new Map((await listActiveUsers(tx, tenantId)).map((user) => [user.email, user]));
  return samplePeople.flatMap((person) => {
    const user = users.get(person.email);
    return user ? [{ ...person, id: user.id, name: user.name, role: user.role }] : [];
  });
};

/**
 * Writes what has happened in a sample since the last row of its audit log: people sign in and out, and invoices come.
 * What each day brings depends on its date alone, so nothing has to be remembered between two runs.
 */
export const continueSample = async (context: AppContext, tx: WriteTransaction, tenantId: string): Promise<void> => {
  const now = context.clock.now();
  const tenant = await findTenant(tx, tenantId);
  const people = await remainingPeople(tx, tenantId);
  const owner = people.find(({ role }) => isOwner(role));
  if (!owner) return;
  const hosting = await findProviderSettings(tx, tenantId);
  const [last] = await auditEventsAfter(tx, tenantId, (await lastAuditSequence(tx, tenantId)) - 1, 1);
  const after = Math.max(last?.at ?? 0, now - longestGap);
  await playEvents(context, tx, tenant, [
    ...people.flatMap((member) => signInEvents(member, after, now, now)),
    ...lockOutEvents(people, after, now),
    ...(hosting?.mode === 'sandbox' ? invoiceEvents(owner, after, now) : []),
  ]);
  for (const member of people) {
    for (const { at, length } of sessionsOf(member, now - longestSession, now)) {
      if (at + length > now) await touchSessionBegunAt(tx, member.id, at, now);
    }
  }
};
