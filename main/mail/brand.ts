import { signUpMode } from '#shared/rules/sign-ups.ts';
import { withoutLinks } from '#shared/text-input/without-links.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../storage/database/schema.ts';
import type { MailRow } from '../storage/store/mail/mails.ts';
import { findTenant } from '../storage/store/team/tenants.ts';
import type { MailBrand } from './layout.ts';
import type { InlineImage } from './smtp.ts';

const cid = 'logo@castellan';

/**
 * How the organization that an email is about shows itself, with its logo as a data URL. DECISION 0172: undefined in an
 * invitation where anyone may found an organization, because strangers could then send images and texts of their choice to
 * anyone.
 */
export const findMailBrand = async (
  { config, db }: { config: Pick<Config, 'signUps' | 'isExposed'>; db: Queries },
  { kind, tenant_id }: Pick<MailRow, 'kind' | 'tenant_id'>,
): Promise<MailBrand | undefined> => {
  if (kind === 'invitation' && signUpMode(config) === 'open') return undefined;
  const { name, logo, accent, sign_in_slug, invitation_text } = await findTenant(db, tenant_id);
  return { name: withoutLinks(name), logo, accent, signInSlug: sign_in_slug, invitationText: invitation_text };
};

/** The same with its logo as a part of the email, because mail programs show no data URLs. */
export const attachLogo = (brand: MailBrand): { brand: MailBrand; images: InlineImage[] } => {
  if (brand.logo === null) return { brand, images: [] };
  const [, contentType = '', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(brand.logo) ?? [];
  return {
    brand: { ...brand, logo: `cid:${cid}` },
    images: [{ cid, contentType, content: Buffer.from(data, 'base64') }],
  };
};
