import { testPassword } from '#e2e/support/test-service.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import type { contract } from '#shared/contract/index.ts';
import { asAdminTenant, mail, nothing, ofTenant, ofTenantItself, tenant, withMailServer } from './permission-inputs.ts';
import type { Row } from './permission-row.ts';

/** The rows of the `mail` feature. */
export const mailRows: Record<keyof typeof contract.mail, Row> = {
  getMail: {
    requires: 'mail.manage',
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.queued }),
    ids: { tenant_id: tenant, mail_id: mail },
  },
  getMailActivity: { requires: 'mail.manage', input: ofTenant, ids: { tenant_id: tenant } },
  listMails: { requires: 'mail.manage', input: ofTenant, ids: { tenant_id: tenant } },
  retryMail: {
    requires: 'mail.manage',
    target: ({ own }) => own.mails.abandoned,
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.abandoned }),
    ids: { tenant_id: tenant, mail_id: { ...mail, foreign: ({ foreign }) => foreign.mails.abandoned } },
  },
  revealMailLink: {
    requires: 'mail.manage',
    confirms: 'always',
    target: ({ own }) => own.mails.queued,
    input: ({ own }) => ({ tenant_id: own.id, mail_id: own.mails.queued }),
    ids: { tenant_id: tenant, mail_id: mail },
  },
  deleteMailSettings: {
    requires: 'mail.settings',
    confirms: 'always',
    target: ofTenantItself,
    input: () => ({ password: testPassword }),
    prepare: withMailServer,
    refuses: { stranger: 'FORBIDDEN' },
  },
  getMailSettings: { requires: 'mail.manage', input: nothing },
  releaseHeldMail: {
    requires: 'mail.settings',
    confirms: 'always',
    target: ofTenantItself,
    input: () => ({ kept_mails: 'keep' }),
    prepare: async (context, caller, seed) => {
      await holdMail(context.db.write, { reason: 'restored', held_at: context.clock.now() });
      return asAdminTenant(context, caller, seed);
    },
    refuses: { stranger: 'FORBIDDEN' },
  },
  sendTestMail: {
    requires: 'mail.settings',
    target: (_seed, _answer, caller) => caller.id,
    input: nothing,
    prepare: withMailServer,
    refuses: { stranger: 'FORBIDDEN' },
  },
  updateMailSettings: {
    requires: 'mail.settings',
    confirms: 'always',
    target: ofTenantItself,
    input: () => ({
      host: '127.0.0.1',
      port: 1,
      security: 'none',
      username: '',
      sender_name: 'Castellan',
      sender_address: 'castellan@example.org',
      kept_mails: 'keep',
      password: testPassword,
    }),
    prepare: asAdminTenant,
    refuses: { stranger: 'FORBIDDEN' },
  },
};
