import { day, minute } from '#shared/rules/limits.ts';
import { lockingOut, type SampleEvent, signingIn } from './sample-events.ts';
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
    // Now and then, someone mistypes their password first.
    const mistyped = (member.number * 7 + dayNumber) % 11 === 0 ? 1 : 0;
    const device = deviceOf(member, dayNumber);
    return signingIn(at, member, { device, from: member.number + dayNumber, length, present }, mistyped);
  });

/** Every third day, someone fails to sign in until the account is locked for a moment. */
export const lockOutEvents = (members: readonly Member[], after: number, until: number): SampleEvent[] =>
  dayNumbers(after, until).flatMap((dayNumber): SampleEvent[] => {
    const member = members[(dayNumber * 13) % members.length];
    if (dayNumber % 3 !== 0 || !member) return [];
    const first = dayNumber * day + ((dayNumber * 389) % minutesOfDay) * minute;
    const events = [lockingOut(first, member, 0, 6), lockingOut(first, member, 1, 1)];
    return events.filter(({ at }) => at > after && at <= until);
  });
