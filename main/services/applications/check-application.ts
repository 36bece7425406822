import type { createApplication } from '#shared/contract/applications/create-application.ts';
import type { InputOf } from '#shared/contract/operation.ts';
import { signsInItself } from '#shared/rules/applications.ts';
import { isHttpsUrl, nameOfHost } from '#shared/text-input/application-urls.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type FieldError, fieldError } from '#shared/texts/field-reasons.ts';
import { unreachable } from '../../platform/gate/unreachable.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { findCustomRole } from '../../storage/store/custom-roles/custom-roles.ts';
import { findGroup } from '../../storage/store/groups/groups.ts';
import { applicationNameTaken, listApplicationsAtName } from '../../storage/store/oauth/applications.ts';
import type { AppContext } from '../context.ts';

/** Everything that is entered of an application. */
export type EnteredApplication = Omit<InputOf<typeof createApplication>, 'tenant_id'>;

/** What is changed of an application. */
type Stored = EnteredApplication & { id: string };

const reasonAt = (
  path: string,
  reason: 'for_other_kind' | 'no_redirect_uri' | 'own_host' | 'required' | 'path_twice',
) => fieldError(path, { reason });

/** What an application of its kind has none of. */
const forOtherKinds = (entered: EnteredApplication): FieldError[] => {
  const { kind, redirect_uris, logout_uris, backchannel_logout_uri, host, path_rules } = entered;
  const has = signsInItself(kind)
    ? { host: host !== null, path_rules: path_rules.length > 0 }
    : {
        redirect_uris: redirect_uris.length > 0,
        logout_uris: logout_uris.length > 0,
        backchannel_logout_uri: backchannel_logout_uri !== null,
        allow_private_addresses: entered.allow_private_addresses,
      };
  return Object.entries(has).flatMap(([path, isThere]) => (isThere ? [reasonAt(path, 'for_other_kind')] : []));
};

/** An address that no notice would reach. One that was stored before may stay. */
const logoutAddress = (entered: EnteredApplication, before: Stored | undefined): FieldError[] => {
  const { backchannel_logout_uri: uri, allow_private_addresses: allowPrivate } = entered;
  if (uri === null) return [];
  if (before?.backchannel_logout_uri === uri && before.allow_private_addresses === allowPrivate) return [];
  const reason = unreachable(uri, allowPrivate);
  return reason ? [fieldError('backchannel_logout_uri', { reason })] : [];
};

/** Only programs on the computer of whoever signs in are reached without https. */
const nativeUris = (entered: EnteredApplication): FieldError[] => {
  if (entered.kind === 'native') return [];
  return (['redirect_uris', 'logout_uris'] as const).flatMap((name) =>
    entered[name].flatMap((uri, at) =>
      isHttpsUrl(uri) ? [] : [fieldError(`${name}.${at}`, { reason: 'redirect_uri_kind', params: { uri } })],
    ),
  );
};

/** @param ownName Castellan's own: at each of its ports, browsers would send Castellan's cookie */
const protectedHost = (entered: EnteredApplication, ownName: string | undefined): FieldError[] => {
  if (signsInItself(entered.kind)) return [];
  if (entered.host === null) return [reasonAt('host', 'required')];
  return nameOfHost(entered.host) === ownName ? [reasonAt('host', 'own_host')] : [];
};

const pathRules = ({ path_rules }: EnteredApplication): FieldError[] =>
  path_rules.flatMap(({ path, access, group_id }, at) => [
    ...(path_rules.findIndex((other) => other.path === path) < at
      ? [reasonAt(`path_rules.${at}.path`, 'path_twice')]
      : []),
    ...(access === 'group' && group_id === undefined ? [reasonAt(`path_rules.${at}.group_id`, 'required')] : []),
    ...(access !== 'group' && group_id !== undefined ? [reasonAt(`path_rules.${at}.group_id`, 'for_other_kind')] : []),
  ]);

/** Groups and custom roles that the organization doesn't have. */
const unknownNames = async (
  db: Queries,
  tenantId: string,
  entered: EnteredApplication,
  before: Stored | undefined,
): Promise<FieldError[]> => {
  const missing: FieldError[] = [];
  // A rule for a group that was deleted since opens nothing, so it may stay.
  const kept = new Set(before?.path_rules.map(({ group_id }) => group_id));
  const group = async (id: string, path: string) => {
    if (!kept.has(id) && !(await findGroup(db, tenantId, id))) missing.push(fieldError(path, { reason: 'group' }));
  };
  for (const [at, id] of entered.group_ids.entries()) await group(id, `group_ids.${at}`);
  for (const [at, { group_id }] of entered.path_rules.entries()) {
    if (group_id !== undefined) await group(group_id, `path_rules.${at}.group_id`);
  }
  for (const [at, id] of entered.role_ids.entries()) {
    if (!(await findCustomRole(db, tenantId, id)))
      missing.push(fieldError(`role_ids.${at}`, { reason: 'custom_role' }));
  }
  return missing;
};

/**
 * Checks what an application is to be: what its kind needs, no host of another one, no name of another one, and only groups and custom
 * roles of its organization.
 * @throws AppError VALIDATION_FAILED, APPLICATION_NAME_TAKEN, APPLICATION_HOST_TAKEN
 */
export const checkApplication = async (
  { config }: Pick<AppContext, 'config'>,
  db: Queries,
  tenantId: string,
  entered: EnteredApplication,
  before?: Stored,
): Promise<void> => {
  const ownName = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname;
  const needsUri = signsInItself(entered.kind) && entered.redirect_uris.length === 0;
  const errors = [
    ...(needsUri ? [reasonAt('redirect_uris', 'no_redirect_uri')] : []),
    ...forOtherKinds(entered),
    ...nativeUris(entered),
    ...logoutAddress(entered, before),
    ...protectedHost(entered, ownName),
    ...pathRules(entered),
    ...(await unknownNames(db, tenantId, entered, before)),
  ];
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors });
  if (await applicationNameTaken(db, tenantId, entered.name, before?.id)) throw new AppError('APPLICATION_NAME_TAKEN');
  // An organization may protect several ports of a name, which another one has nothing to do with.
  // DECISION 0345: those of deleted applications are free.
  const others = entered.host === null ? [] : await listApplicationsAtName(db, nameOfHost(entered.host));
  if (others.some(({ id, tenant_id, host }) => id !== before?.id && (tenant_id !== tenantId || host === entered.host)))
    throw new AppError('APPLICATION_HOST_TAKEN');
};
