import { useMe } from '../../api/context.tsx';
import type { TaskProps } from '../../components/commands.ts';
import { AddToGroupDialog } from './add-to-group-dialog.tsx';
import { BulkRoleDialog } from './bulk-role-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { GuestDialog } from './guest-dialog.tsx';
import { LetInDialog } from './let-in-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import type { MemberCommand } from './member-commands.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import type { Member } from './team.logic.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';

/** The dialog of a command for members, from wherever it was chosen. */
export const MemberTask = ({ name, targets, opened, onClose, onDone }: TaskProps<Member, MemberCommand>) => {
  const me = useMe();
  const [member] = targets;
  if (!member) return null;
  const one = { me, member, opened, onClose };
  const many = { me, members: targets, opened, onClose };
  switch (name) {
    case 'role':
      return <BulkRoleDialog {...many} onChanged={onDone} />;
    case 'workspace':
      return <WorkspaceDialog {...many} onDone={onDone} />;
    case 'group':
      return <AddToGroupDialog {...many} onDone={onDone} />;
    case 'disable':
      return <DisableDialog {...many} onDone={onDone} />;
    case 'remove':
      return (
        <RemovalDialog
          {...many}
          onRemoved={(gone) => onDone?.(targets.filter(({ user_id }) => gone.includes(user_id)))}
        />
      );
    case 'unlock':
    case 'enable':
    case 'restore':
      return <LetInDialog {...one} way={name} />;
    case 'password':
      return <LinkDialog {...one} purpose="reset_password" />;
    case 'signOut':
      return <SignOutDialog {...one} />;
    case 'secondFactor':
      return <SecondFactorDialog {...one} />;
    case 'guest':
      return <GuestDialog {...one} />;
    case 'transfer':
      return <TransferDialog {...one} />;
    // The rest leads to a page.
    default:
      return null;
  }
};
