import type { contract } from '#shared/contract/index.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findTenantBySlug } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';

/** DECISION 0264: an organization has a page of its own once its owners choose an address for it. */
export const getSignInPage: Handler<typeof contract.organization.getSignInPage> = async ({ db }, { sign_in_slug }) => {
  const tenant = await findTenantBySlug(db.read, sign_in_slug);
  if (!tenant) throw new AppError('NOT_FOUND');
  const { name, logo, accent } = tenant;
  return { name: withoutLinks(name), logo, accent };
};
