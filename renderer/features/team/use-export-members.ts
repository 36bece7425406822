import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RequestOf } from '#shared/contract/operation.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import { pagination } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure, notifyPartly } from '../../components/notify.tsx';
import { ListChangedError, readAllRows } from '../../components/read-all-rows.ts';
import { saveCsv } from '../../components/save-file.ts';
import { membersCsv } from './members-file.logic.ts';
import type { Member } from './team.logic.ts';

export type MembersQuery = Omit<RequestOf<typeof listMembers>, 'limit' | 'offset'>;

/** Reads all members that match a filter, in its order, not just the visible page. */
export const useAllMembers = () => {
  const client = useTRPCClient();
  return (asked: MembersQuery): Promise<Member[]> =>
    readAllRows(
      ({ user_id }) => user_id,
      async (offset) => {
        const page = { ...asked, limit: pagination.maxLimit, offset };
        const { users: rows, total } = await client.team.listMembers.query(page);
        return { rows, total };
      },
    );
};

/** Notifies that the list kept changing while it was read, or of any other failure. */
export const useNotifyReadFailure = () => {
  const { t } = useTranslation();
  return (title: string, error: unknown): void => {
    if (error instanceof ListChangedError) notifyPartly(title, t('team.moving'));
    else notifyFailure(title, error);
  };
};

/** Saves members as a CSV file. */
export const useExportMembers = () => {
  const { t } = useTranslation();
  const reportFailure = useNotifyReadFailure();
  return useMutation({
    mutationFn: async (members: readonly Member[] | (() => Promise<Member[]>)) =>
      typeof members === 'function' ? members() : members,
    onSuccess: (members) => {
      saveCsv('castellan-team.csv', membersCsv(members));
      notifyDone(t('team.export.done', { count: members.length }));
    },
    onError: (error) => reportFailure(t('team.export.failed'), error),
  });
};
