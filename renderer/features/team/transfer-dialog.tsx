import { Button, List, Modal, PasswordInput, Text } from '@mantine/core';
import { contract } from '#shared/contract/index.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import type { Member } from './team.rules.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

interface TransferDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

export const TransferDialog = (props: TransferDialogProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={<Text fw={650}>Transfer ownership to {props.member.name}?</Text>}
  >
    <TransferForm {...props} />
  </Modal>
);

const TransferForm = ({ me, member, onClose }: TransferDialogProps) => {
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const { form, ...state } = useOperationForm({
    schema: contract.team.transferOwnership.input.pick({ password: true }),
    initialValues: { password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async ({ password }) => {
      await client.team.transferOwnership.mutate({ tenant_id: me.tenant_id, user_id: member.user_id, password });
      notifyDone(`${member.name} is owner now, and you are admin.`);
      onClose();
      await refreshTeam();
    },
  });
  return (
    <OperationForm
      {...state}
      action="Transfer ownership"
      color="red"
      beside={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <List size="sm" spacing="xs">
        <List.Item>{member.name} becomes owner of the team.</List.Item>
        <List.Item>You become admin, from your next request on.</List.Item>
        <List.Item>Only an owner can undo this.</List.Item>
      </List>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('password')}
      />
    </OperationForm>
  );
};
