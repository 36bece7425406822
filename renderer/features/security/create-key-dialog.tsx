import { Alert, Button, Checkbox, Modal, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import type { KeyScope } from '#shared/permissions.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { lifetimeChoices, offeredScopes } from './security.rules.ts';

interface CreateKeyDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** First the form, then the key, this once. */
export const CreateKeyDialog = ({ me, opened, onClose, onCreated }: CreateKeyDialogProps) => {
  const [key, setKey] = useState<string>();
  const close = () => {
    setKey(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      // A key that is shown once must not vanish with a stray click.
      closeOnClickOutside={key === undefined}
      title={<Text fw={650}>{key === undefined ? 'Create an API key' : 'Your new API key'}</Text>}
    >
      {key === undefined ? (
        <CreateForm
          me={me}
          onClose={close}
          onCreated={async (created) => {
            setKey(created);
            await onCreated();
          }}
        />
      ) : (
        <Stack>
          <Alert color="yellow" title="Copy the key now" icon={<IconAlertTriangle aria-hidden />}>
            It is not shown again. Whoever has it acts as you, within its scopes.
          </Alert>
          <CopyField label="API key" value={key} />
          <Button onClick={close}>I have saved it</Button>
        </Stack>
      )}
    </Modal>
  );
};

const schema = contract.security.createApiKey.input.omit({ expires_in_days: true });

interface CreateFormProps {
  me: Me;
  onClose: () => void;
  onCreated: (key: string) => Promise<unknown>;
}

const CreateForm = ({ me, onClose, onCreated }: CreateFormProps) => {
  const client = useTRPCClient();
  const [days, setDays] = useState('90');
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { name: '', scopes: [] as KeyScope[], password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => {
      const answer = await client.security.createApiKey.mutate({
        ...values,
        ...(days !== '' && { expires_in_days: Number(days) }),
      });
      await onCreated(answer.key);
    },
  });
  return (
    <OperationForm
      {...state}
      action="Create key"
      beside={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextInput label="Name" description="What will use it" data-autofocus {...form.getInputProps('name')} />
      <Checkbox.Group
        label="Scopes"
        description="What it may do, while your role allows it"
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {offeredScopes(me.role).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label="Ends"
        data={lifetimeChoices}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
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
