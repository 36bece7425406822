import { enteredApplication } from '#shared/contract/applications/resources.ts';
import type { contract } from '#shared/contract/index.ts';
import type { InputOf } from '#shared/contract/operation.ts';
import { keepsSecret, signsInItself } from '#shared/rules/applications.ts';
import { found } from '../../platform/app-error.ts';
import { deleteLogoutNoticesFor, moveLogoutNotices } from '../../storage/store/logouts/logout-notices.ts';
import { setApplicationCustomRoles, setApplicationGroups } from '../../storage/store/oauth/application-access.ts';
import { endApplicationSecretsBy } from '../../storage/store/oauth/application-secrets.ts';
import {
  findApplication,
  recordLogoutState,
  updateApplication as updateRow,
} from '../../storage/store/oauth/applications.ts';
import { endEveryAccess } from '../../storage/store/oauth/end-access.ts';
import type { Handler } from '../handler.ts';
import { applicationTarget, recordEvent } from '../recording/record-event.ts';
import { checkApplication, type EnteredApplication } from './check-application.ts';
import { confirmRedirection } from './confirm-redirection.ts';
import { applicationNow } from './present-application.ts';
import { columnsOf, noLogoutState } from './store-application.ts';

const names = Object.keys(enteredApplication) as (keyof EnteredApplication)[];

type Change = Omit<InputOf<typeof contract.applications.updateApplication>, 'tenant_id' | 'application_id'>;

/** What a kind has no use for, so that nobody has to empty it to choose that kind. */
const emptied = (kind: EnteredApplication['kind']): Partial<EnteredApplication> =>
  signsInItself(kind)
    ? { host: null, path_rules: [] }
    : { redirect_uris: [], logout_uris: [], backchannel_logout_uri: null, allow_private_addresses: false };

/** What is changed, without what was left out. */
const given = (change: Change): Partial<EnteredApplication> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Longest value of a row in the audit log, in characters. */
const mostTold = 1_000;

/** What the audit log says that a field is now. */
const told = (value: EnteredApplication[keyof EnteredApplication]): string | boolean | null => {
  if (value === null || typeof value === 'boolean') return value;
  const items = typeof value === 'string' ? [value] : value;
  const texts = items.map((item) => (typeof item === 'string' ? item : `${item.path} (${item.access})`));
  return texts.join(', ').slice(0, mostTold);
};

/**
 * Changes an application. The next request to the provider reads it again. As another kind it would prove itself in another way, so
 * what it was given until then ends.
 */
export const updateApplication: Handler<typeof contract.applications.updateApplication> = async (
  context,
  { tenant_id, application_id, ...change },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const now = context.clock.now();
    const row = found(await findApplication(tx, tenant_id, application_id));
    const stored = await applicationNow(context, tx, tenant_id, application_id);
    const before: EnteredApplication = {
      ...stored,
      group_ids: stored.groups.map(({ group_id }) => group_id),
      role_ids: stored.custom_roles.map(({ role_id }) => role_id),
    };
    const kind = change.kind ?? before.kind;
    const isOtherKind = kind !== before.kind;
    const after: EnteredApplication = { ...before, ...(isOtherKind && emptied(kind)), ...given(change) };
    const fields = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    if (fields.length === 0) return stored;
    await confirmRedirection(tx, caller, before, after);
    await checkApplication(context, tx, tenant_id, after, { id: application_id, ...before });
    await updateRow(tx, tenant_id, application_id, { ...columnsOf(after), updated_at: now });
    await setApplicationGroups(tx, application_id, [...new Set(after.group_ids)]);
    await setApplicationCustomRoles(tx, application_id, [...new Set(after.role_ids)]);
    if (isOtherKind) await endEveryAccess(tx, application_id, now);
    if (fields.includes('backchannel_logout_uri') || fields.includes('allow_private_addresses')) {
      await recordLogoutState(tx, application_id, noLogoutState);
      // What waits for another attempt waited for the address as it was.
      await moveLogoutNotices(tx, application_id, { latest: now });
    }
    if (after.backchannel_logout_uri === null) await deleteLogoutNoticesFor(tx, application_id);
    if (!keepsSecret(kind)) await endApplicationSecretsBy(tx, application_id, now, now);
    await recordEvent(context, tx, {
      action: 'updateApplication',
      actor: caller.principal,
      client,
      target: applicationTarget({ id: row.id, name: after.name }),
      details: { changed: fields.join(', '), ...Object.fromEntries(fields.map((name) => [name, told(after[name])])) },
    });
    return applicationNow(context, tx, tenant_id, application_id);
  });
