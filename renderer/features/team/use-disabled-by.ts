import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { historyDisabledReason, type MemberDetails } from './team.logic.ts';

/** Who has disabled a member, and when, as far as the audit log still tells and the reader may see it. */
export const useDisabledBy = (me: Me, { user_id, disabled_by: by }: MemberDetails) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const newest = { tenant_id: me.tenant_id, target: user_id, action: 'disableMember', limit: 1 } as const;
  const enabled = by === 'admin' && historyDisabledReason(me, t) === undefined;
  const entry = useQuery(trpc.audit.listAuditEvents.queryOptions(newest, { enabled })).data?.events[0];
  return entry?.actor_name ? { name: entry.actor_name, at: entry.at } : undefined;
};
