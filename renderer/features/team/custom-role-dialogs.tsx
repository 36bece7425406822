import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createCustomRole } from '#shared/contract/custom-roles/create-custom-role.ts';
import { updateCustomRole } from '#shared/contract/custom-roles/update-custom-role.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { CustomRoleFields } from './custom-role-fields.tsx';
import { type CustomRole, deletionConsequences, newCustomRole, valuesOf } from './custom-roles.logic.ts';
import { useRefreshTeam } from './use-team.ts';

const schema = createCustomRole.input.omit({ tenant_id: true });
const editSchema = updateCustomRole.input.omit({ tenant_id: true, role_id: true });
const fieldOfCode = { CUSTOM_ROLE_NAME_TAKEN: 'name' } as const;

interface CreateDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

export const CreateCustomRoleDialog = ({ me, opened, onClose }: CreateDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('team.customRoles.create.title')}
      action={t('team.customRoles.create.action')}
      operation={{
        schema,
        initialValues: newCustomRole,
        fieldOfCode,
        submit: async (values) => {
          const role = await client.customRoles.createCustomRole.mutate({ tenant_id: me.tenant_id, ...values });
          notifyDone(t('team.customRoles.create.done', { name: role.name }));
          await refresh();
          onClose();
        },
      }}
    >
      {(form) => <CustomRoleFields me={me} form={form} />}
    </FormDialog>
  );
};

interface DialogProps extends CreateDialogProps {
  role: CustomRole;
}

export const EditCustomRoleDialog = ({ me, role, opened, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="xl"
      title={t('team.customRoles.edit.title', { name: role.name })}
      action={t('team.customRoles.edit.action')}
      operation={{
        schema: editSchema,
        stored: valuesOf(role),
        recordedAs: { entries: [{ action: 'updateCustomRole', target: role.role_id }] },
        fieldOfCode,
        submit: async (_, changed) => {
          await client.customRoles.updateCustomRole.mutate({
            tenant_id: me.tenant_id,
            role_id: role.role_id,
            ...changed,
          });
          notifyDone(t('team.customRoles.edit.done'));
          await refresh();
          onClose();
        },
      }}
    >
      {(form) => <CustomRoleFields me={me} form={form} />}
    </FormDialog>
  );
};

/** Deletes a custom role, once it was shown who loses what. */
export const DeleteCustomRoleDialog = ({ me, role, opened, onClose }: DialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const of = { tenant_id: me.tenant_id, role_id: role.role_id };
  const preview = useQuery(
    useTRPC().customRoles.previewCustomRoleDeletion.queryOptions(of, { enabled: opened, gcTime: 0, staleTime: 0 }),
  );
  const loaded = loadedOf(preview);
  const isKnown = loaded.state === 'known';
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('team.customRoles.delete.title', { name: role.name })}
      consequences={isKnown ? deletionConsequences(loaded.data, t) : []}
      reason={isKnown ? undefined : t('team.groups.delete.notReady')}
      action={t('team.customRoles.delete.action')}
      onConfirm={async () => {
        await client.customRoles.deleteCustomRole.mutate(of);
        notifyDone(t('team.customRoles.delete.done', { name: role.name }));
        await refresh();
      }}
    >
      {!isKnown && (
        <QueryBoundary state={preview} subject={t('team.groups.delete.what')}>
          {() => null}
        </QueryBoundary>
      )}
    </ConfirmDialog>
  );
};
