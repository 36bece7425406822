import { hashSecret } from '../../security/refresh-tokens.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { insertApplicationSecret } from '../../storage/store/oauth/application-secrets.ts';
import type { ApplicationChange } from '../../storage/store/oauth/applications.ts';
import { pathRulesShape } from '../../storage/store/stored-shapes.ts';
import type { AppContext } from '../context.ts';
import type { EnteredApplication } from './check-application.ts';

const listed = (items: readonly string[]): string => [...new Set(items)].join(' ');

/** The columns of what is entered. Groups and custom roles have tables of their own. */
export const columnsOf = (entered: EnteredApplication): Omit<ApplicationChange, 'updated_at'> => ({
  name: entered.name,
  description: entered.description,
  kind: entered.kind,
  home_url: entered.home_url,
  redirect_uris: listed(entered.redirect_uris),
  logout_uris: listed(entered.logout_uris),
  backchannel_logout_uri: entered.backchannel_logout_uri,
  logout_session_required: entered.backchannel_logout_session_required ? 1 : 0,
  logout_allow_private: entered.allow_private_addresses ? 1 : 0,
  host: entered.host,
  path_rules: pathRulesShape.write(entered.path_rules),
  access: entered.access,
  allowed_roles: listed(entered.allowed_roles),
});

/** What is known of notices to an application, or to another address of it: nothing yet. */
export const noLogoutState = { logout_delivered_at: null, logout_failing_since: null, logout_failure: null } as const;

/** Stores a new secret of an application. The secret itself is in the answer only. */
export const issueSecret = async (
  { ids, clock }: Pick<AppContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  applicationId: string,
): Promise<{ id: string; secret: string }> => {
  const id = ids.id('asec');
  const secret = ids.secret();
  await insertApplicationSecret(tx, {
    ...{ id, application_id: applicationId, secret_hash: hashSecret(secret) },
    ...{ created_at: clock.now(), expires_at: null },
  });
  return { id, secret };
};
