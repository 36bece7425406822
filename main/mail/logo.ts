import { signUpMode } from '#shared/rules/sign-ups.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../storage/database/schema.ts';
import type { MailRow } from '../storage/store/mail/mails.ts';
import { findTenant } from '../storage/store/team/tenants.ts';
import type { InlineImage } from './smtp.ts';
import type { MailLogo } from './templates.ts';

const cid = 'logo@castellan';

/**
 * The logo of the organization that an email is about, as a data URL. DECISION 0172: none in an invitation where anyone may
 * found an organization, because strangers could then send images of their choice to anyone.
 */
export const findMailLogo = async (
  { config, db }: { config: Pick<Config, 'signUps' | 'isExposed'>; db: Queries },
  { kind, tenant_id }: Pick<MailRow, 'kind' | 'tenant_id'>,
): Promise<MailLogo | undefined> => {
  if (kind === 'invitation' && signUpMode(config) === 'open') return undefined;
  const { name, logo } = await findTenant(db, tenant_id);
  return logo === null ? undefined : { src: logo, name };
};

/** The same logo as part of the email, because mail programs show no data URLs. */
export const attachLogo = ({ src, name }: MailLogo): { logo: MailLogo; image: InlineImage } => {
  const [, contentType = '', data = ''] = /^data:([^;]+);base64,(.*)$/s.exec(src) ?? [];
  return { logo: { src: `cid:${cid}`, name }, image: { cid, contentType, content: Buffer.from(data, 'base64') } };
};
