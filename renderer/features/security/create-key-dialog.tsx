import { Alert, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import type { KeyScope } from '#shared/rules/permissions.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { lifetimeChoices, offeredScopes } from './security.logic.ts';

interface CreateKeyDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

/** Shows the form, then the key, which is displayed only once. */
export const CreateKeyDialog = ({ me, opened, onClose, onCreated }: CreateKeyDialogProps) => {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const [unsaved, setUnsaved] = useState(false);
  const close = () => {
    setKey(undefined);
    onClose();
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={close}
      size="xl"
      unsaved={unsaved}
      isOnlyHere={key !== undefined}
      title={t(key === undefined ? 'security.create.title' : 'security.create.made')}
    >
      {key === undefined ? (
        <CreateForm
          me={me}
          onClose={close}
          onUnsaved={setUnsaved}
          onCreated={async (created) => {
            setKey(created);
            await onCreated();
          }}
        />
      ) : (
        <Stack>
          <Alert color="yellow" title={t('security.create.copy.title')} icon={<IconAlertTriangle aria-hidden />}>
            {t('security.create.copy.text')}
          </Alert>
          <CopyField label={t('security.create.key')} value={key} />
          <Group className="dialog-buttons">
            <Button onClick={close}>{t('security.create.saved')}</Button>
          </Group>
        </Stack>
      )}
    </GuardedDialog>
  );
};

const schema = contract.security.createApiKey.input.omit({ expires_in_days: true });

interface CreateFormProps {
  me: Me;
  onClose: () => void;
  onUnsaved: (unsaved: boolean) => void;
  onCreated: (key: string) => Promise<unknown>;
}

const CreateForm = ({ me, onClose, onUnsaved, onCreated }: CreateFormProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [days, setDays] = useState('90');
  return (
    <DialogForm
      action={t('security.create.action')}
      onClose={onClose}
      onUnsaved={onUnsaved}
      operation={{
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
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('security.create.name')}
            description={t('security.create.nameOf')}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group
            label={t('security.create.scopes')}
            description={t('security.create.scopesOf')}
            {...form.getInputProps('scopes')}
          >
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" mt="xs" mb="sm">
              {offeredScopes(me.role, t).map(({ area, scopes }) => (
                <Stack key={area} gap="xs" role="group" aria-label={t(`security.areas.${area}`)}>
                  <Text size="sm" fw={600} aria-hidden>
                    {t(`security.areas.${area}`)}
                  </Text>
                  {scopes.map(({ value, label }) => (
                    <Checkbox key={value} value={value} label={label} />
                  ))}
                </Stack>
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <NativeSelect
            label={t('security.create.ends')}
            data={lifetimeChoices(t)}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
        </>
      )}
    </DialogForm>
  );
};
