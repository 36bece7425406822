import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { deviceName } from '../../security/device-name.ts';
import { deleteSampleTenant, listSampleTenantIds } from '../../store/team/sample-tenants.ts';
import { accountActor, recordEvent, userTarget } from '../audit-log/record-event.ts';
import { recordTenantDeletion } from '../audit-log/record-tenant-deletion.ts';
import type { Handler } from '../handler.ts';
import { passwordShare } from '../identity/password-share.ts';
import { loginAnswer, startSession } from '../identity/start-session.ts';
import { writeSample } from './sample/write-sample.ts';
import { isSampleOffered } from './sample-offer.ts';

/** Password length in characters: 96 random bits, short enough to type. */
const passwordLength = 16;

const notOffered = (): AppError => new AppError('STATE_CONFLICT', { reason: 'sample_not_offered' });

/**
 * Creates a fictional company with a history, and signs the caller in as its owner. DECISION 0028: its accounts share
 * one random password, returned only in this response, so that users can see the console from any account's view.
 */
export const createSampleTenant: Handler<typeof contract.welcome.createSampleTenant> = async (
  context,
  _input,
  { client, transaction },
) => {
  const { db, ids, passwords } = context;
  if (!(await isSampleOffered(context, db.read, client))) throw notOffered();
  const password = ids.secret().slice(0, passwordLength);
  const passwordHash = await passwords.hash(password, passwordShare({ client }));
  return transaction({}, async (tx) => {
    // Hashing took a while: someone may have signed up in the meantime.
    if (!(await isSampleOffered(context, tx, client))) throw notOffered();
    for (const id of await listSampleTenantIds(tx)) {
      await deleteSampleTenant(tx, id);
      await recordTenantDeletion(context, tx, id);
    }
    const owner = await writeSample(context, tx, passwordHash);
    const tokens = await startSession(context, tx, owner, client, null);
    await recordEvent(context, tx, {
      action: 'login',
      actor: accountActor(owner),
      client,
      target: userTarget(owner),
      details: { device: deviceName(client.userAgent) },
    });
    return { ...loginAnswer(tokens, owner), password };
  });
};
