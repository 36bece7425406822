import { day } from '#shared/rules/limits.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/** The first instant of a day in UTC. */
const beginOf = (at: number): number => at - (at % day);

/** Counts a sign-in to an application. */
export const countSignIn = (db: Queries, applicationId: string, now: number) =>
  tablesOf(db)
    .insertInto('application_sign_ins')
    .values({ application_id: applicationId, day: beginOf(now), sign_ins: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'day'])
        .doUpdateSet(({ eb }) => ({ sign_ins: eb('application_sign_ins.sign_ins', '+', 1) })),
    )
    .execute();

/** The first instant of the first of the last days, in UTC: today is the last one. */
export const firstDay = (now: number, days: number): number => beginOf(now) - (days - 1) * day;

/** How often people signed in to an application on each day from one on. Days without any are left out. */
export const listSignIns = (db: Queries, applicationId: string, from: number) =>
  tablesOf(db)
    .selectFrom('application_sign_ins')
    .select(['day', 'sign_ins'])
    .where('application_id', '=', applicationId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
