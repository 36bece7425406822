import { MultiSelect, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { grantableRoles } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AddressesInput } from './addresses-input.tsx';
import { addressesError, addressesIn } from './invite.logic.ts';

export interface InviteValues {
  /** As typed or pasted. */
  addresses: string;
  role: Role;
  /** Ids. */
  workspaces: string[];
}

interface InviteFormProps {
  me: Me;
  initial: InviteValues;
  onInvite: (values: InviteValues, addresses: string[]) => void;
}

export const InviteForm = ({ me, initial, onInvite }: InviteFormProps) => {
  const { t } = useTranslation();
  const workspaces = useQuery(
    useTRPC().workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }),
  );
  const form = useForm<InviteValues>({
    mode: 'controlled',
    initialValues: initial,
    validate: { addresses: (text) => addressesError(addressesIn(text), t) ?? null },
  });
  const count = addressesIn(form.values.addresses).length;
  return (
    <OperationForm
      onSubmit={form.onSubmit((values) => onInvite(values, addressesIn(values.addresses)))}
      pending={false}
      failure={undefined}
      action={t('team.inviteForm.action', { count: Math.max(count, 1) })}
    >
      <AddressesInput
        value={form.values.addresses}
        onChange={(text) => form.setFieldValue('addresses', text)}
        error={form.errors.addresses}
      />
      <NativeSelect
        label={t('team.inviteForm.role')}
        data={roles
          .filter((role) => grantableRoles(me.role).includes(role))
          .map((value) => ({ value, label: t(`team.roles.${value}`) }))}
        {...form.getInputProps('role')}
      />
      <MultiSelect
        label={t('team.inviteForm.workspaces')}
        description={t('team.inviteForm.workspacesHint')}
        placeholder={form.values.workspaces.length === 0 ? t('team.inviteForm.noWorkspace') : ''}
        data={(workspaces.data?.workspaces ?? []).map(({ workspace_id, name }) => ({
          value: workspace_id,
          label: name,
        }))}
        searchable
        hidePickedOptions
        nothingFoundMessage={
          workspaces.isError ? t('team.inviteForm.workspacesFailed') : t('team.inviteForm.workspaceNotFound')
        }
        {...form.getInputProps('workspaces')}
      />
    </OperationForm>
  );
};
