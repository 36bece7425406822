import { day, hour, lifetimesMs, minute } from '#shared/limits.ts';
import type { Role } from '#shared/roles.ts';
import { toIso } from '../../../platform/clock.ts';
import { changeUserRole, markPendingDeletion, markRemoved } from '../../../store/identity/account-standing.ts';
import { endSessionsOf } from '../../../store/identity/sessions.ts';
import { setInvitationStatus } from '../../../store/team/invitations.ts';
import { removeFromAllWorkspaces, setWorkspaceRole } from '../../../store/workspaces/workspace-members.ts';
import { userTarget } from '../../audit-log/record-event.ts';
import { busyDays, signInEvents } from './daily-events.ts';
import { addAuditEvent, addInvitation, addMail, addSession, addUser, type SampleEvent } from './sample-events.ts';
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
  const admins = people.filter(({ role }) => role === 'admin');
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
  let invitationId = '';
  return [
    {
      at: invited,
      run: async (writer) => {
        const ids = workspaces.map((place) => timeline.places[place]?.id ?? '');
        const invitation = { email, role, status: 'sent', linked: false, workspaces: ids } as const;
        invitationId = await addInvitation(writer, inviter, invitation);
        const target = { kind: 'invitation', id: invitationId, label: email } as const;
        const details = { role, workspaces: ids.length };
        await addAuditEvent(writer, inviter, 'inviteMember', target, { details, from: inviter.number });
      },
    },
    {
      at: joinedAt(timeline, member),
      run: async (writer) => {
        const { tx } = writer;
        await setInvitationStatus(tx, invitationId, 'pending', 'accepted');
        const account = { id, email, name, role, password_hash: timeline.passwordHash };
        await addUser(writer, account, !isUnverified(member));
        if (isUnverified(member)) {
          await addMail(writer, {
            kind: 'verification',
            userId: id,
            recipient: email,
            params: { name },
            status: 'sent',
          });
        }
        for (const place of workspaces) {
          await setWorkspaceRole(tx, timeline.places[place]?.id ?? '', id, roleIn(member, place), {
            by: inviter.id,
            at: joinedAt(timeline, member),
          });
        }
        await addAuditEvent(writer, member, 'acceptInvitation', userTarget(member), {
          details: { role },
          from: number,
        });
      },
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
    const device = deviceOf(member, index);
    const isLast = index === count - 1;
    const length = isLast && isPresent(member) ? quiet - at : ((number * 13 + index * 29) % 90) * minute;
    return {
      at,
      run: async (writer) => {
        await addSession(writer, member.id, { device, from: number + index, length, present: timeline.present });
        await addAuditEvent(writer, member, 'login', userTarget(member), { details: { device }, from: number + index });
      },
    };
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
  const { owner } = timeline;
  const at = lastSeen(timeline, member) + 30 * minute;
  if (status === 'stays') return [];
  return [
    {
      at,
      run: async (writer) => {
        const { tx, tenant } = writer;
        const removed = status === 'removed';
        const due = at + lifetimesMs.deletionGrace;
        if (removed) {
          await markRemoved(tx, tenant.id, id);
          await removeFromAllWorkspaces(tx, id);
        } else {
          await markPendingDeletion(tx, id, due);
        }
        await endSessionsOf(tx, id, removed ? 'removed' : 'deleted', at);
        await addAuditEvent(
          writer,
          removed ? owner : member,
          removed ? 'removeMember' : 'deleteMe',
          userTarget(member),
          removed
            ? { details: { role, heir_id: owner.id }, from: 0 }
            : { details: { scheduled_deletion: toIso(due), with_team: false }, from: number },
        );
      },
    },
  ];
};

const rising = (timeline: Timeline, member: Member): SampleEvent[] => {
  const from = firstRole(member);
  const { id, role } = member;
  if (from === role) return [];
  return [
    {
      at: joinedAt(timeline, member) + 11 * day,
      run: async (writer) => {
        await changeUserRole(writer.tx, writer.tenant.id, id, from, role);
        await addAuditEvent(writer, timeline.owner, 'changeRole', userTarget(member), {
          details: { from, to: role },
          from: 0,
        });
      },
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
