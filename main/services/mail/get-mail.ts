import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findMailBrand } from '../../mail/brand.ts';
import { found } from '../../platform/app-error.ts';
import { requirePerson } from '../../security/caller.ts';
import { findMail } from '../../storage/store/mail/mails.ts';
import type { Handler } from '../handler.ts';
import { presentMail } from '../presenters.ts';
import { revealableLink } from './revealable-link.ts';

/** Shown in previews in place of the link. */
const linkLeftOut = '(the link is left out of this preview)';

/** The email as its recipient sees it, without the link. */
export const getMail: Handler<typeof contract.mail.getMail> = async (context, { tenant_id, mail_id }, { caller }) => {
  const { config, db, outbox } = context;
  const mail = found(await findMail(db.read, tenant_id, mail_id));
  const brand = await findMailBrand({ config, db: db.read }, mail);
  const { text, html } = outbox.render(mail, linkLeftOut, brand);
  const reveal = async () => revealableLink(context, db.read, requirePerson(caller), mail);
  const available = await reveal().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
  return { ...presentMail(mail), text, html, link_available: available };
};
