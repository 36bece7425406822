import { Button, List, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { lifetimes } from '#shared/limits.ts';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { useDateStyle } from '../../components/date-style.tsx';
import { formatDate } from '../../components/dates.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { useNow } from '../../components/use-now.ts';
import { useOperationForm } from '../../components/use-operation-form.ts';

interface DeleteAccountDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

export const DeleteAccountDialog = ({ me, opened, onClose }: DeleteAccountDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={<Text fw={650}>Delete your account?</Text>}>
    <DeleteForm me={me} onClose={onClose} />
  </Modal>
);

const schema = contract.profile.deleteMe.input.extend({
  confirmation: z.literal('DELETE', 'Type the word DELETE in capitals'),
});

const DeleteForm = ({ me, onClose }: { me: Me; onClose: () => void }) => {
  const client = useTRPCClient();
  const session = useSession();
  const style = useDateStyle();
  const until = useNow() + lifetimes.deletionGrace;
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { confirmation: '', password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', CONFIRMATION_REQUIRED: 'confirmation' },
    submit: async (values) => {
      await client.profile.deleteMe.mutate(values);
      session.end('deleted');
    },
  });
  return (
    <OperationForm
      {...state}
      action="Delete account"
      color="red"
      beside={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <List size="sm" spacing="xs">
        <List.Item>You are signed out everywhere at once.</List.Item>
        <List.Item>
          On <strong>{formatDate(until, style)}</strong> {me.email} and all its data are deleted for good.
        </List.Item>
        <List.Item>Until that day, signing in offers to restore the account.</List.Item>
      </List>
      <TextInput
        label="Type DELETE to confirm"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('confirmation')}
      />
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        spellCheck={false}
        {...form.getInputProps('password')}
      />
    </OperationForm>
  );
};
