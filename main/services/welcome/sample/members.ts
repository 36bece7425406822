import { day, hour, lifetimes, minute } from '#shared/limits.ts';
import type { Role } from '#shared/roles.ts';
import { toIso } from '../../../platform/clock.ts';
import { setInvitationStatus } from '../../../store/invitations.ts';
import { endSessionsOf } from '../../../store/sessions.ts';
import { changeUserRole, markPendingDeletion, markRemoved } from '../../../store/users.ts';
import { removeFromAllWorkspaces, setWorkspaceRole } from '../../../store/workspace-members.ts';
import { userTarget } from '../../common/record-event.ts';
import { type Act, addInvitation, addMail, addSession, addUser, tell } from './past.ts';
import { deviceOf, isPresent, joinedAt, lastSeen, type Member, placesOf, roleIn, type Stage } from './stage.ts';

/** Who invited somebody: the founder the first ones, admins the others. */
const inviterOf = ({ cast, owner }: Stage, { number }: Member): Member => {
  const admins = cast.filter(({ role }) => role === 'admin');
  return number < 10 ? owner : (admins[number % admins.length] ?? owner);
};

/** Some rose since they came. */
const firstRole = ({ number, role }: Member): Role => (number === 1 ? 'admin' : number === 6 ? 'member' : role);

/** One whose link was handed over in person: the address waits to be verified. */
const isUnverified = ({ number }: Member): boolean => number === 40;

const joining = (stage: Stage, member: Member): Act[] => {
  const { number, email, name, id } = member;
  const inviter = inviterOf(stage, member);
  const role = firstRole(member);
  const invited = joinedAt(stage, member) - (0.3 + (number % 5) * 0.35) * day;
  const workspaces = placesOf(member, stage);
  let invitationId = '';
  return [
    {
      at: invited,
      run: async (past) => {
        const ids = workspaces.map((place) => stage.places[place]?.id ?? '');
        const invitation = { email, role, fate: 'sent', linked: false, workspaces: ids } as const;
        invitationId = await addInvitation(past, inviter, invitation);
        const target = { kind: 'invitation', id: invitationId, label: email } as const;
        const details = { role, workspaces: ids.length };
        await tell(past, inviter, 'inviteMember', target, { details, from: inviter.number });
      },
    },
    {
      at: joinedAt(stage, member),
      run: async (past) => {
        const { tx } = past;
        await setInvitationStatus(tx, invitationId, 'pending', 'accepted');
        const account = { id, email, name, role, password_hash: stage.passwordHash };
        await addUser(past, account, !isUnverified(member));
        if (isUnverified(member)) {
          await addMail(past, { kind: 'verification', userId: id, recipient: email, params: { name }, fate: 'sent' });
        }
        for (const place of workspaces) {
          await setWorkspaceRole(tx, stage.places[place]?.id ?? '', id, roleIn(member, place));
        }
        await tell(past, member, 'acceptInvitation', userTarget(member), { details: { role }, from: number });
      },
    },
  ];
};

/** Sign-ins from the first day to the last one seen; the newest session of some is still open. */
const signIns = (stage: Stage, member: Member): Act[] => {
  const { number } = member;
  const first = joinedAt(stage, member) + hour;
  const last = lastSeen(stage, member);
  const count = 3 + ((number * 5) % 6);
  const quiet = stage.present - (number % 20) * minute;
  return Array.from({ length: count }, (_, index): Act => {
    const at = Math.round(first + ((last - first) * (index + 1)) / count);
    const device = deviceOf(member, index);
    const isLast = index === count - 1;
    const length = isLast && isPresent(member) ? quiet - at : ((number * 13 + index * 29) % 90) * minute;
    return {
      at,
      run: async (past) => {
        await addSession(past, member.id, { device, from: number + index, length, present: stage.present });
        await tell(past, member, 'login', userTarget(member), { details: { device }, from: number + index });
      },
    };
  });
};

const leaving = (stage: Stage, member: Member): Act[] => {
  const { id, role, fate, number } = member;
  const { owner } = stage;
  const at = lastSeen(stage, member) + 30 * minute;
  if (fate === 'stays') return [];
  return [
    {
      at,
      run: async (past) => {
        const { tx, tenant } = past;
        const removed = fate === 'removed';
        const due = at + lifetimes.deletionGrace;
        if (removed) {
          await markRemoved(tx, tenant.id, id);
          await removeFromAllWorkspaces(tx, id);
        } else {
          await markPendingDeletion(tx, id, due);
        }
        await endSessionsOf(tx, id, removed ? 'removed' : 'deleted', at);
        await tell(
          past,
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

const rising = (stage: Stage, member: Member): Act[] => {
  const from = firstRole(member);
  const { id, role } = member;
  if (from === role) return [];
  return [
    {
      at: joinedAt(stage, member) + 11 * day,
      run: async (past) => {
        await changeUserRole(past.tx, past.tenant.id, id, from, role);
        await tell(past, stage.owner, 'changeRole', userTarget(member), { details: { from, to: role }, from: 0 });
      },
    },
  ];
};

/** How people came, what they did from day to day, and how some left. */
export const memberActs = (stage: Stage): Act[] =>
  stage.cast.flatMap((member) => [
    ...(member === stage.owner ? [] : joining(stage, member)),
    ...signIns(stage, member),
    ...rising(stage, member),
    ...leaving(stage, member),
  ]);
