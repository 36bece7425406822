import { type Kysely, sql } from 'kysely';

/** Whether all email is held, and why. At most one row. */
export const mailHold = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create table mail_hold (
          id integer primary key check (id = 1),
          reason text not null check (reason in ('restored', 'operator')),
          held_at bigint not null
        )`,
      )
      .execute(db);
  },
};
