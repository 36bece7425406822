import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { paths } from '../../paths.ts';
import type { Application } from './applications.logic.ts';

interface DeleteDialogProps {
  me: Me;
  application: Application;
  opened: boolean;
  onClose: () => void;
}

/** Deletes an application, once it was shown whom that signs out. */
export const DeleteApplicationDialog = ({ me, application, opened, onClose }: DeleteDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { application_id, name } = application;
  const of = { tenant_id: me.tenant_id, application_id };
  const preview = useQuery(
    trpc.applications.previewApplicationDeletion.queryOptions(of, { enabled: opened, gcTime: 0, staleTime: 0 }),
  );
  const loaded = loadedOf(preview);
  const isKnown = loaded.state === 'known';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('applications.delete.title', { name })}
      consequences={
        isKnown
          ? [
              t('applications.delete.signIns'),
              ...(loaded.data.people > 0 ? [t('applications.delete.people', { count: loaded.data.people })] : []),
              t('applications.delete.final'),
            ]
          : []
      }
      reason={isKnown ? undefined : t('applications.delete.notReady')}
      action={t('applications.delete.action')}
      onConfirm={async () => {
        await client.applications.deleteApplication.mutate(of);
        notifyDone(t('applications.delete.done', { name }));
        await navigate(paths.applications);
        await queryClient.invalidateQueries(trpc.applications.pathFilter());
      }}
    >
      {!isKnown && (
        <QueryBoundary state={preview} subject={t('applications.delete.what')}>
          {() => null}
        </QueryBoundary>
      )}
    </ConfirmDialog>
  );
};
