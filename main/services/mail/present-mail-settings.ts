import type { z } from 'zod';
import type { mailSettings } from '#shared/contract/mail/resources.ts';
import { may } from '#shared/rules/permissions.ts';
import { describeUrl } from '../../mail/describe-url.ts';
import { toIso } from '../../platform/clock.ts';
import type { PersonCaller } from '../../security/caller.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';
import { findMailServer, type MailServerRow } from '../../storage/store/mail/mail-server.ts';
import { countWaitingMails, findRefusedSender } from '../../storage/store/mail/mails.ts';
import type { AppContext } from '../context.ts';
import { managesMailServer } from '../identity/admin-tenant.ts';

type MailSettings = z.output<typeof mailSettings>;

const presentStored = (row: MailServerRow): MailSettings['server'] => ({
  host: row.host,
  port: row.port,
  security: row.security,
  username: row.username ?? '',
  has_password: row.sealed_password !== null,
  sender: `${row.sender_name} <${row.sender_address}>`,
  sender_name: row.sender_name,
  sender_address: row.sender_address,
});

/** The mail settings that the caller may see; never a password. */
export const presentMailSettings = async (
  { db, config, mailGateway }: AppContext,
  caller: PersonCaller,
): Promise<MailSettings> => {
  const row = await findMailServer(db.read);
  const outside = mailGateway.outside();
  const source = outside !== undefined ? 'outside' : row ? 'settings' : 'none';
  const decides = may(caller.user, 'mail.settings') && (await managesMailServer(db.read, caller));
  if (!decides) return { source, changeable: false, server: null, waiting: 0, held_since: null, sender_refused: false };
  const hold = await findMailHold(db.read);
  return {
    source,
    changeable: outside === undefined,
    server: outside !== undefined ? describeUrl(outside, config.mailFrom) : row ? presentStored(row) : null,
    waiting: await countWaitingMails(db.read),
    held_since: hold ? toIso(hold.held_at) : null,
    sender_refused: (await findRefusedSender(db.read)) !== undefined,
  };
};
