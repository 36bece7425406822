import { countriesOf } from '../platform/countries.ts';
import { createAccessTokens } from '../security/access-tokens.ts';
import { createMemoryCounts, createSharedCounts } from '../security/attempt-counts.ts';
import { createCallers } from '../security/callers.ts';
import { createClientTokens } from '../security/client-tokens.ts';
import { createFailedSignIns } from '../security/failed-sign-ins.ts';
import { createIdempotency } from '../security/idempotency.ts';
import { createKnownDevices } from '../security/known-devices.ts';
import { createLeakedPasswords } from '../security/leaked-passwords.ts';
import { createPasswordChecks } from '../security/password-checks.ts';
import { createPasswords, type Passwords } from '../security/passwords.ts';
import { createRefreshTokens } from '../security/refresh-tokens.ts';
import { createRotations } from '../security/rotations.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { createSetupToken, createSharedSetupToken } from '../security/setup-token.ts';
import { createThrottle, noThrottle } from '../security/throttle.ts';
import type { SecurityContext } from '../services/context.ts';
import { countTenants } from '../storage/store/team/sample-tenants.ts';
import type { Foundation } from './foundation.ts';

/** @param passwords shared by several services, if given */
export const composeSecurity = async (
  { config, installation: { keys, db }, clock, clockWatch, ids, log }: Foundation,
  passwords?: Passwords,
): Promise<SecurityContext> => {
  const accessTokens = createAccessTokens(keys, clock);
  const clientTokens = createClientTokens(keys, clock, config);
  const secretBox = createSecretBox(keys);
  const counts = db.isShared ? createSharedCounts(db, clock, log) : createMemoryCounts(clock);
  const needsSetupToken = config.isExposed && config.signUps !== 'closed' && (await countTenants(db.read)).real === 0;
  const setupSecret = needsSetupToken ? ids.secret() : undefined;
  return {
    passwords:
      passwords ??
      createPasswords(config.bcryptCost, {
        refuseCommon: config.refuseCommonPasswords,
        leaked:
          config.leakedPasswordsUrl === undefined ? undefined : createLeakedPasswords(config.leakedPasswordsUrl, log),
      }),
    accessTokens,
    refreshTokens: createRefreshTokens(keys),
    knownDevices: createKnownDevices(keys, clock, ids),
    rotate: createRotations(db),
    callers: createCallers(db, accessTokens, { clock, clockWatch, clientTokens }),
    throttle: config.rateLimits ? createThrottle(counts) : noThrottle,
    idempotency: createIdempotency({ db, clock, clockWatch, secretBox }),
    failedSignIns: createFailedSignIns(db, clock),
    countries: await countriesOf(config),
    passwordChecks: createPasswordChecks(),
    secretBox,
    setupToken: db.isShared ? await createSharedSetupToken(db, secretBox, setupSecret) : createSetupToken(setupSecret),
  };
};
