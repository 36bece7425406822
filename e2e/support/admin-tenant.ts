import type { Service } from '#main/app/compose.ts';
import type { SystemContext } from '#main/services/context.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { deleteMailServer, type MailServerRow, saveMailServer } from '#main/storage/store/mail/mail-server.ts';

let earliest = 0;

/** Makes a tenant the oldest one, and thereby the admin tenant. */
export const makeAdminTenant = async ({ db }: SystemContext, tenantId: string): Promise<void> => {
  earliest -= 1;
  await tablesOf(db.write).updateTable('tenants').set({ created_at: earliest }).where('id', '=', tenantId).execute();
};

/** Sets a mail server directly in the database. By default, one that refuses every connection. */
export const setMailServer = async ({ db, clock }: SystemContext, server: Partial<MailServerRow> = {}): Promise<void> =>
  void (await saveMailServer(db.write, {
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    username: null,
    sealed_password: null,
    sender_name: 'Castellan',
    sender_address: 'castellan@example.com',
    updated_at: clock.now(),
    ...server,
  }));

/** Removes the mail server, and lets the worker finish its current work. */
export const removeMailServer = async ({ context, mailWorker }: Service): Promise<void> => {
  if (await deleteMailServer(context.db.write)) await mailWorker.drain();
};
