import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { type Member, resetConsequences } from './team.logic.ts';

export const useSecondFactorOf = (me: Me, { user_id }: Member, enabled = true) => {
  const trpc = useTRPC();
  return useQuery(trpc.security.getMemberSecondFactor.queryOptions({ tenant_id: me.tenant_id, user_id }, { enabled }));
};

interface SecondFactorDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

/** Resets the two-factor authentication of a member who lost their device. */
export const SecondFactorDialog = ({ me, member, opened, onClose }: SecondFactorDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { name, user_id } = member;
  // Once it was reset here, the dialog closes with what it asked.
  const [isReset, setReset] = useState(false);
  const isOff = useSecondFactorOf(me, member, opened).data?.enabled === false && !isReset;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team.secondFactor.reset.title', { name })}
      consequences={isOff ? [t('team.secondFactor.none', { name })] : resetConsequences(member, t)}
      action={t('team.secondFactor.reset.action')}
      onConfirm={async () => {
        await client.security.resetMemberSecondFactor.mutate({ tenant_id: me.tenant_id, user_id });
        setReset(true);
        notifyDone(t('team.secondFactor.reset.done', { name }));
        await queryClient.invalidateQueries(trpc.security.pathFilter());
        await queryClient.invalidateQueries(trpc.sessions.pathFilter());
      }}
    />
  );
};
