import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/** What lets a member sign in again. */
export type WayIn = 'unlock' | 'enable' | 'restore';

/** Lets a member sign in again, and says so. */
export const useLetIn = (me: Me, way: WayIn) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  return useMutation({
    mutationFn: async ({ user_id }: Member) => {
      const target = { tenant_id: me.tenant_id, user_id };
      if (way === 'unlock') await client.team.unlockMember.mutate(target);
      else if (way === 'enable') await client.team.enableMember.mutate(target);
      else await client.team.restoreMember.mutate(target);
    },
    onSuccess: async (_, { name }) => {
      notifyDone(t(`team.letIn.${way}.done`, { name }));
      await refresh();
    },
  });
};
