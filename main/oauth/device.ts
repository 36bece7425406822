import { AppError } from '#shared/texts/errors.ts';
import type { PersonCaller } from '../security/caller.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { SystemContext } from '../services/context.ts';
import type { Client } from '../services/handler.ts';
import { decideOnDevice, findOpenDevice } from '../storage/store/oauth/device-codes.ts';
import type { OauthRecordRow } from '../storage/store/oauth/records.ts';
import type { Payload } from './adapter.ts';
import { mayGoOn, signInOf } from './going-on.ts';
import type { OauthProvider } from './provider.ts';
import { recordConsent, recordRefusal } from './records-of-use.ts';
import { hashesOfUserCode } from './user-codes.ts';

/** What a device asks of the person who has typed its code. */
export interface AskedByDevice {
  readonly application: { readonly name: string };
  readonly scopes: readonly string[];
}

interface Device {
  readonly row: OauthRecordRow;
  readonly payload: Payload;
  readonly applicationId: string;
  readonly scopes: readonly string[];
}

/** @throws AppError NOT_FOUND if no device waits for this code, or what the person may not use has asked */
const deviceOf = async (context: SystemContext, userCode: string, caller: PersonCaller): Promise<Device> => {
  const { clock, db, keys } = context;
  const row = await findOpenDevice(db.read, hashesOfUserCode(keys, userCode), clock.now());
  if (!row?.application_id) throw new AppError('NOT_FOUND');
  const obstacle = await mayGoOn(context, row.application_id, caller);
  // Whoever may not use it doesn't learn that someone else does.
  if (obstacle) throw obstacle.key === 'FORBIDDEN' ? new AppError('NOT_FOUND') : obstacle;
  const payload = JSON.parse(row.payload) as Payload;
  const scopes = String((payload.params as { scope?: string } | undefined)?.scope ?? '').split(' ');
  return { row, payload, applicationId: row.application_id, scopes: scopes.filter(Boolean) };
};

/** Stores what someone has decided. Of two at the same time, one decides. */
const decide = async (
  { db }: SystemContext,
  { row, payload }: Device,
  caller: PersonCaller,
  decision: Partial<Payload>,
): Promise<void> => {
  const isFirst = await decideOnDevice(db.write, row.id_hash, {
    payload: JSON.stringify({ ...payload, ...decision }),
    user_id: caller.user.id,
    session_id: caller.sessionId ?? null,
    grant_hash: decision.grantId === undefined ? null : hashSecret(decision.grantId),
  });
  if (!isFirst) throw new AppError('NOT_FOUND');
};

/** @throws AppError NOT_FOUND, or what the person has to set up first */
export const askedByDevice = async (
  context: SystemContext,
  oauth: OauthProvider,
  caller: PersonCaller,
  userCode: string,
): Promise<AskedByDevice> => {
  const { applicationId, scopes } = await deviceOf(context, userCode, caller);
  const client = await oauth.provider.Client.find(applicationId);
  return { application: { name: client?.clientName ?? '' }, scopes };
};

/**
 * Lets a device sign in as someone. They are asked each time: anyone could have sent them the code.
 * @throws AppError NOT_FOUND, or what the person has to set up first
 */
export const allowDevice = async (
  context: SystemContext,
  { provider }: OauthProvider,
  { caller, client }: { readonly caller: PersonCaller; readonly client: Client },
  userCode: string,
): Promise<void> => {
  const device = await deviceOf(context, userCode, caller);
  const about = { accountId: caller.user.id, clientId: device.applicationId };
  const grant = new provider.Grant(about);
  grant.addOIDCScope(device.scopes.join(' '));
  const { ts: authTime, ...authentication } = await signInOf(context, caller);
  const grantId = await grant.save();
  await decide(context, device, caller, {
    ...authentication,
    accountId: caller.user.id,
    authTime,
    grantId,
    scope: grant.getOIDCScope(),
  });
  await recordConsent(
    context,
    { userId: caller.user.id, applicationId: device.applicationId },
    grant.getOIDCScope().split(' '),
    client,
  );
};

/** @throws AppError NOT_FOUND, or what the person has to set up first */
export const refuseDevice = async (
  context: SystemContext,
  { caller, client }: { readonly caller: PersonCaller; readonly client: Client },
  userCode: string,
): Promise<void> => {
  const device = await deviceOf(context, userCode, caller);
  await decide(context, device, caller, { error: 'access_denied' });
  await recordRefusal(context, { userId: caller.user.id, applicationId: device.applicationId }, client);
};
