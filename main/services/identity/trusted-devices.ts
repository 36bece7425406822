import type { z } from 'zod';
import type { trustedDevice } from '#shared/contract/security/resources.ts';
import { day } from '#shared/rules/limits.ts';
import { toIso } from '../../platform/clock.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { Queries } from '../../storage/database/schema.ts';
import {
  isTrustedDevice,
  type TrustedDeviceRow,
  type TrustedFor,
} from '../../storage/store/identity/trusted-devices.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import type { Client } from '../handler.ts';
import { knownDeviceOf } from './lockout.ts';

/** What a device is stored as: whoever reads the database can't be that device. */
export const trustHashOf = (knownDevice: string): string => hashSecret(knownDevice);

/** For how long an organization lets its people trust devices; undefined if it doesn't. */
export const trustIn = async (
  { clock }: Pick<AppContext, 'clock'>,
  db: Queries,
  tenantId: string,
): Promise<TrustedFor | undefined> => {
  const { trusted_device_days: days } = await findTenant(db, tenantId);
  return days > 0 ? { now: clock.now(), lifetimeMs: days * day } : undefined;
};

/** DECISION 0320: whether a sign-in comes from a device on which the account needs no second step. */
export const isTrusted = async (
  context: AppContext,
  db: Queries,
  user: UserRow,
  client: Pick<Client, 'device'>,
): Promise<boolean> => {
  const known = knownDeviceOf(context, client, user);
  if (known === undefined) return false;
  const trust = await trustIn(context, db, user.tenant_id);
  return trust !== undefined && isTrustedDevice(db, user.id, trustHashOf(known), trust);
};

export const presentTrustedDevice = (
  { id, device, ip_address, created_at }: TrustedDeviceRow,
  { lifetimeMs }: TrustedFor,
): z.output<typeof trustedDevice> => ({
  device_id: id,
  device,
  ip_address,
  created_at: toIso(created_at),
  expires_at: toIso(created_at + lifetimeMs),
});
