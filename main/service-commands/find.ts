import { composed } from '#shared/text-input/composed.ts';
import { normalizeEmail } from '#shared/text-input/email-address.ts';
import type { Queries } from '../storage/database/schema.ts';
import { findUser, findUserByEmail, type UserRow } from '../storage/store/identity/users.ts';
import { findTenants, type TenantRow } from '../storage/store/team/tenants.ts';
import { refused } from './operation.ts';

/** As the contract stores addresses, so that they are found however they are written. */
const storedAddress = (text: string): string => normalizeEmail(text.trim()) ?? text.trim();

/** An account by its address or its ID; removed ones only by their ID. @throws StartError if there is none */
export const findUserOf = async (db: Queries, key: string): Promise<UserRow> => {
  const user = key.includes('@') ? await findUserByEmail(db, storedAddress(key)) : await findUser(db, key);
  if (!user) throw refused(`There is no user ${key}. See castellan user list`);
  return user;
};

/**
 * An organization by its ID or its name. The ID counts first: anyone may name their organization like the ID of another one.
 * @throws StartError if there is none, or several with the name
 */
export const findOrganization = async (db: Queries, key: string): Promise<TenantRow> => {
  const [found, another] = await findTenants(db, composed(key), 2);
  if (!found) throw refused(`There is no organization ${key}. See castellan organization list`);
  if (another && found.id !== key)
    throw refused(`Several organizations are named ${key}. Use the ID from castellan organization list`);
  return found;
};

/** The organization that is meant: the only one there is, if none is named. @throws StartError */
export const findOnlyOrganization = async (db: Queries, key: string | undefined): Promise<TenantRow> => {
  if (key !== undefined) return findOrganization(db, key);
  const [found, another] = await findTenants(db, undefined, 2);
  if (!found) throw refused('There is no organization yet. Create one with castellan owner create');
  if (another) throw refused('There are several organizations. Name one with --organization');
  return found;
};
