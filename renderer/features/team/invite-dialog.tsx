import { Alert, List, Modal, MultiSelect, NativeSelect, TagsInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grantableRoles } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { failureOf } from '../../api/problem.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { addressesIn, addressesRefusal } from './invite.rules.ts';
import { roleLabels } from './team.rules.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

interface InviteDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

export const InviteDialog = ({ me, opened, onClose }: InviteDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={<Text fw={650}>Invite to the team</Text>} size="lg">
    <InviteForm me={me} onDone={onClose} />
  </Modal>
);

interface Refused {
  email: string;
  detail: string;
}

const InviteForm = ({ me, onDone }: { me: Me; onDone: () => void }) => {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }));
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Refused[]>([]);
  const form = useForm({
    mode: 'controlled',
    initialValues: { emails: [] as string[], role: 'member' as Role, workspaces: [] as string[] },
    validate: { emails: (emails) => addressesRefusal(addressesIn(emails)) ?? null },
  });

  const invite = async (values: typeof form.values) => {
    setPending(true);
    const failures: Refused[] = [];
    const addresses = addressesIn(values.emails);
    // One after the other: the answers stay in the order of the addresses, and a failure is told beside its own.
    for (const email of addresses) {
      const { role, workspaces } = values;
      await client.team.inviteMember
        .mutate({ tenant_id: me.tenant_id, email, role, workspaces })
        .catch((error: unknown) => failures.push({ email, detail: failureOf(error).detail }));
    }
    await refreshTeam();
    setPending(false);
    setRefused(failures);
    const sent = addresses.length - failures.length;
    if (sent > 0) notifyDone(sent === 1 ? 'The invitation is sent.' : `${sent} invitations are sent.`);
    if (failures.length === 0) onDone();
    else
      form.setFieldValue(
        'emails',
        failures.map(({ email }) => email),
      );
  };

  return (
    <OperationForm
      onSubmit={form.onSubmit((values) => void invite(values))}
      pending={pending}
      failure={undefined}
      action="Send invitation"
    >
      <TagsInput
        label="E-mail"
        description="One address or many; a list can be pasted."
        splitChars={[',', ';', ' ', '\n']}
        // There is nothing to suggest; a closed list leaves Escape to the dialog.
        dropdownOpened={false}
        data-autofocus
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the addresses' }}
        {...form.getInputProps('emails')}
      />
      <NativeSelect
        label="Role"
        data={roles
          .filter((role) => grantableRoles(me.role).includes(role))
          .map((value) => ({ value, label: roleLabels[value] }))}
        {...form.getInputProps('role')}
      />
      <MultiSelect
        label="Workspaces"
        description="They become a member of these on accepting."
        placeholder={form.values.workspaces.length === 0 ? 'None' : ''}
        data={(workspaces.data?.workspaces ?? []).map(({ workspace_id, name }) => ({
          value: workspace_id,
          label: name,
        }))}
        searchable
        hidePickedOptions
        nothingFoundMessage={workspaces.isError ? 'The workspaces could not be loaded' : 'No workspace found'}
        {...form.getInputProps('workspaces')}
      />
      {refused.length > 0 && (
        <Alert color="red" role="alert" title={refused.length === 1 ? 'Not invited' : `${refused.length} not invited`}>
          <List size="sm">
            {refused.map(({ email, detail }) => (
              <List.Item key={email} className="break-anywhere">
                <strong>{email}</strong>: {detail}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </OperationForm>
  );
};
