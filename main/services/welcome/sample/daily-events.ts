import { auditActors } from '#shared/audit.ts';
import { day, minute } from '#shared/limits.ts';
import { userTarget } from '../../audit-log/record-event.ts';
import { addAuditEvent, addFailures, addSession, type SampleEvent } from './sample-events.ts';
import { deviceOf, isDormant, type Member } from './timeline.ts';

/** Days of the history in which members sign in every other day, as they do from then on. */
export const busyDays = 14;

const minutesOfDay = 24 * 60;

/** A sign-in on a day, counted since the epoch. It depends on nothing else, so it's the same whoever asks when. */
const signInOn = ({ number }: Pick<Member, 'number'>, dayNumber: number): { at: number; length: number } | undefined =>
  (number + dayNumber) % 2 === 0
    ? {
        at: dayNumber * day + ((number * 211 + dayNumber * 97) % minutesOfDay) * minute,
        length: (180 + ((number * 47 + dayNumber * 31) % 360)) * minute,
      }
    : undefined;

const dayNumbers = (after: number, until: number): number[] => {
  const first = Math.floor(after / day);
  return Array.from({ length: Math.floor(until / day) - first + 1 }, (_, index) => first + index);
};

/** The sessions that a member has at an instant, or had between two: when they began, and for how long. */
export const sessionsOf = (member: Member, after: number, until: number): { at: number; length: number }[] =>
  isDormant(member)
    ? []
    : dayNumbers(after, until).flatMap((dayNumber) => {
        const signIn = signInOn(member, dayNumber);
        return signIn && signIn.at > after && signIn.at <= until ? [signIn] : [];
      });

/** What a member does between two instants. `present`: what is later has not happened yet. */
export const signInEvents = (member: Member, after: number, until: number, present: number): SampleEvent[] =>
  sessionsOf(member, after, until).map(({ at, length }) => {
    const dayNumber = Math.floor(at / day);
    const device = deviceOf(member, dayNumber);
    const from = member.number + dayNumber;
    return {
      at,
      run: async (writer) => {
        // Now and then, someone mistypes their password first.
        if ((member.number * 7 + dayNumber) % 11 === 0) await addFailures(writer, member, 1, from);
        await addSession(writer, member.id, { device, from, length, present });
        await addAuditEvent(writer, member, 'login', userTarget(member), { details: { device }, from });
      },
    };
  });

/** Every third day, someone fails to sign in until the account is locked for a moment. */
export const lockOutEvents = (members: readonly Member[], after: number, until: number): SampleEvent[] =>
  dayNumbers(after, until).flatMap((dayNumber): SampleEvent[] => {
    const member = members[(dayNumber * 13) % members.length];
    if (dayNumber % 3 !== 0 || !member) return [];
    const first = dayNumber * day + ((dayNumber * 389) % minutesOfDay) * minute;
    const events = [6, 7].map(
      (failures, index): SampleEvent => ({
        at: first + index * minute,
        run: async (writer) => {
          await addFailures(writer, member, index === 0 ? failures : 1, 100 + member.number);
          await addAuditEvent(writer, auditActors.unknown, 'lockAccount', userTarget(member), {
            details: { failures, wait_seconds: 2 ** index },
            from: 100 + member.number,
          });
        },
      }),
    );
    return events.filter(({ at }) => at > after && at <= until);
  });
