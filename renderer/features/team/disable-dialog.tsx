import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { OneByOneDialog } from './one-by-one-dialog.tsx';
import { disableDisabledReason, type Member } from './team.logic.ts';

interface DisableDialogProps {
  me: Me;
  members: readonly Member[];
  opened: boolean;
  onClose: () => void;
  onDone?: ((members: readonly Member[]) => void) | undefined;
}

/** Disables one or more members, after saying what that does. */
export const DisableDialog = ({ me, members, ...dialog }: DisableDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const reasonOf = (member: Member): string | undefined =>
    member.status === 'disabled' ? t('team.access.already') : disableDisabledReason(me, member, t);
  const acting = members.filter((member) => reasonOf(member) === undefined);
  const refused = members.flatMap((member) => {
    const reason = reasonOf(member);
    return reason === undefined ? [] : [{ name: member.name, reason }];
  });
  const [first] = acting;
  const count = acting.length;
  return (
    <OneByOneDialog
      {...dialog}
      title={members.length === 1 && first ? t('team.access.title', { name: first.name }) : t('team.access.titleMany')}
      targets={acting}
      nameOf={({ name }) => name}
      refused={refused}
      consequences={[t('team.access.signedOut'), t('team.access.keys'), t('team.access.stays')]}
      action={t('team.access.disable', { count: Math.max(count, 1) })}
      color="red"
      notDone={t('team.access.notDisabled')}
      done={(done) =>
        done.length === 1 && done[0]
          ? t('team.access.disabled', { name: done[0].name })
          : t('team.access.disabledMany', { count: done.length })
      }
      act={({ user_id }) => client.team.disableMember.mutate({ tenant_id: me.tenant_id, user_id })}
    />
  );
};
