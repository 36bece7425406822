import { day, hour, lifetimesMs, minute } from '#shared/rules/limits.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import { given } from '../../../mail/mail-params.ts';
import { toIso } from '../../../platform/clock.ts';
import { changeUserRole, markPendingDeletion, markRemoved } from '../../../storage/store/identity/account-standing.ts';
import { endSessionsOf } from '../../../storage/store/identity/sessions.ts';
import { setInvitationStatus } from '../../../storage/store/team/invitations.ts';
import { removeFromAllWorkspaces, setWorkspaceRole } from '../../../storage/store/workspaces/workspace-members.ts';
import { userTarget } from '../../recording/record-event.ts';
import { busyDays, signInEvents } from './daily-events.ts';
import { addMail, addUser, inviting, type SampleEvent, signingIn } from './sample-events.ts';
import {
  ago,
  deviceOf,
  isPresent,
  joinedAt,
  lastSeen,
  type Member,
  roleIn,
  type Timeline,
  workspacesOf,
} from './timeline.ts';

/** Who invited a member: the founder for the first ones, admins for the rest. */
const inviterOf = ({ people, owner }: Timeline, { number }: Member): Member => {
  const admins = people.filter(({ role }) => isAdmin(role));
  return number < 10 ? owner : (admins[number % admins.length] ?? owner);
};

/** Some members were promoted after joining. */
const firstRole = ({ number, role }: Member): Role => (number === 1 ? 'admin' : number === 6 ? 'member' : role);

/** A member whose link was handed over in person, so the address is still unverified. */
const isUnverified = ({ number }: Member): boolean => number === 40;

const joining = (timeline: Timeline, member: Member): SampleEvent[] => {
  const { number, email, name, id } = member;
  const inviter = inviterOf(timeline, member);
  const role = firstRole(member);
  const invited = joinedAt(timeline, member) - (0.3 + (number % 5) * 0.35) * day;
  const workspaces = workspacesOf(member, timeline);
  const invitation = {
    id: timeline.ids.id('inv'),
    inviter,
    email,
    role,
    status: 'sent',
    linked: false,
    workspaces: workspaces.map((place) => timeline.places[place]?.id ?? ''),
  } as const;
  const at = joinedAt(timeline, member);
  return [
    inviting(invited, invitation),
    {
      at,
      write: async (writer) => {
        const { tx } = writer;
        await setInvitationStatus(tx, invitation.id, 'pending', 'accepted');
        const account = { id, email, name, role, password_hash: timeline.passwordHash };
        await addUser(writer, account, !isUnverified(member), inviter.id);
        if (isUnverified(member)) {
          const mail = {
            kind: 'verification',
            userId: id,
            recipient: email,
            params: { name: given.text(name) },
            status: 'sent',
          } as const;
          await addMail(writer, mail);
        }
        for (const [index, place] of workspaces.entries()) {
          const workspaceId = invitation.workspaces[index] ?? '';
          await setWorkspaceRole(tx, workspaceId, id, roleIn(member, place), { by: inviter.id, at });
        }
      },
      audit: { actor: member, action: 'acceptInvitation', target: userTarget(member), details: { role }, from: number },
    },
  ];
};

/** Sign-ins from the member's first day to the last; for some, the latest session is still open. */
const signIns = (timeline: Timeline, member: Member): SampleEvent[] => {
  const { number } = member;
  const first = joinedAt(timeline, member) + hour;
  const last = lastSeen(timeline, member);
  const count = 3 + ((number * 5) % 6);
  const quiet = timeline.present - (number % 20) * minute;
  return Array.from({ length: count }, (_, index): SampleEvent => {
    const at = Math.round(first + ((last - first) * (index + 1)) / count);
    const isLast = index === count - 1;
    const length = isLast && isPresent(member) ? quiet - at : ((number * 13 + index * 29) % 90) * minute;
    const { present } = timeline;
    return signingIn(at, member, { device: deviceOf(member, index), from: number + index, length, present });
  });
};

/** What makes the last two weeks look like every day from now on. */
const dailySignIns = (timeline: Timeline, member: Member): SampleEvent[] => {
  const { present } = timeline;
  const since = Math.max(joinedAt(timeline, member) + 6 * hour, ago(timeline, busyDays));
  return member.status === 'stays' ? signInEvents(member, since, present, present) : [];
};

const leaving = (timeline: Timeline, member: Member): SampleEvent[] => {
  const { id, role, status, number } = member;
  const { owner, tenant } = timeline;
  const at = lastSeen(timeline, member) + 30 * minute;
  const due = at + lifetimesMs.deletionGrace;
  const target = userTarget(member);
  if (status === 'stays') return [];
  if (status === 'removed') {
    return [
      {
        at,
        write: async ({ tx }) => {
          await markRemoved(tx, tenant.id, id);
          await removeFromAllWorkspaces(tx, id);
          await endSessionsOf(tx, id, 'removed', at);
        },
        audit: { actor: owner, action: 'removeMember', target, details: { role, heir_id: owner.id }, from: 0 },
      },
    ];
  }
  const details = { scheduled_deletion: toIso(due), with_team: false };
  return [
    {
      at,
      write: async ({ tx }) => {
        await markPendingDeletion(tx, id, due);
        await endSessionsOf(tx, id, 'deleted', at);
      },
      audit: { actor: member, action: 'deleteMe', target, details, from: number },
    },
  ];
};

const rising = (timeline: Timeline, member: Member): SampleEvent[] => {
  const from = firstRole(member);
  const { id, role } = member;
  const { owner, tenant } = timeline;
  const details = { from, to: role };
  if (from === role) return [];
  return [
    {
      at: joinedAt(timeline, member) + 11 * day,
      write: ({ context, tx }) =>
        changeUserRole(tx, tenant.id, id, from, role, { by: owner.id, at: context.clock.now() }),
      audit: { actor: owner, action: 'changeRole', target: userTarget(member), details, from: 0 },
    },
  ];
};

/** How members joined, their daily activity, and how some left. */
export const memberEvents = (timeline: Timeline): SampleEvent[] =>
  timeline.people.flatMap((member) => [
    ...(member === timeline.owner ? [] : joining(timeline, member)),
    ...signIns(timeline, member),
    ...dailySignIns(timeline, member),
    ...rising(timeline, member),
    ...leaving(timeline, member),
  ]);
