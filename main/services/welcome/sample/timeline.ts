import { day, hour, minute } from '#shared/rules/limits.ts';
import type { Ids } from '../../../platform/ids.ts';
import { type SamplePerson, sampleDevices } from './people.ts';

/** A person of the sample with the id of their account. */
export type Member = SamplePerson & { readonly id: string };
export interface SampleWorkspace {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly health: number;
  readonly description: string;
}

/** The people and workspaces of the sample's history. */
export interface Timeline {
  /** When the history ends, in milliseconds since the epoch. */
  readonly present: number;
  readonly tenant: { readonly id: string; readonly name: string };
  readonly ids: Ids;
  readonly owner: Member;
  readonly people: readonly Member[];
  readonly places: readonly SampleWorkspace[];
  readonly passwordHash: string;
}

/** Days since the founder signed up, connected the hosting account, and brought the team. */
export const companyAge = 184;
export const hostingAge = 182;
export const teamAge = 84;

/** The timestamp this many days before the present. */
export const ago = ({ present }: Timeline, days: number): number => Math.round(present - days * day);

/** The founder signed up first; the others joined one by one, the last a few days ago. */
export const joinedAt = (timeline: Timeline, { number }: Member): number =>
  number === 0 ? ago(timeline, companyAge) : ago(timeline, 82 - number * 1.33) + ((number * 53) % 300) * minute;

/** Whether a member has an open session at the present. */
export const isPresent = ({ number, status }: Member): boolean => status === 'stays' && number % 4 === 0;

/** Whether a member has not signed in for weeks. */
export const isDormant = ({ number }: Pick<Member, 'number'>): boolean => number % 9 === 5;

/** A member's last sign-in, or when they left. */
export const lastSeen = (timeline: Timeline, member: Member): number => {
  const { number, status } = member;
  const first = joinedAt(timeline, member) + 2 * hour;
  if (status === 'removed') return Math.max(first, ago(timeline, 6 + number / 10));
  if (status === 'leaves') return Math.max(first, ago(timeline, 2 + (number % 7)));
  if (isPresent(member)) return timeline.present - (20 + ((number * 7) % 40)) * minute;
  const days = isDormant(member) ? 20 : (1 + ((number * 11) % 70)) / 24;
  return Math.max(first, ago(timeline, days));
};

export const deviceOf = ({ number }: Member, session: number): string =>
  sampleDevices[(number + session * (number % 3)) % sampleDevices.length] as string;

export const roleIn = ({ number }: Member, place: number): 'Admin' | 'Member' | 'Viewer' =>
  (number + place) % 5 === 0 ? 'Admin' : (number + place) % 3 === 0 ? 'Viewer' : 'Member';

/** Indexes of the workspaces that a member belongs to. */
export const workspacesOf = ({ number }: Member, { places }: Timeline): number[] =>
  number === 0 ? [] : places.flatMap((_, place) => ((number * 3 + place * 5) % 7 < 2 ? [place] : []));
