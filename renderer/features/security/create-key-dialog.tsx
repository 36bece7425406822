import { Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createApiKey } from '#shared/contract/security/create-api-key.ts';
import { type KeyScope, keyScopes } from '#shared/rules/permissions.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { lifetimeChoices, offeredScopes } from '../../components/key-choices.ts';
import { SecretDialog, type SecretFormProps } from '../../components/secret-dialog.tsx';
import { newKeyTexts } from './security.logic.ts';

interface CreateKeyDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
  onCreated: () => Promise<unknown>;
}

export const CreateKeyDialog = ({ me, onCreated, ...dialog }: CreateKeyDialogProps) => {
  const { t } = useTranslation();
  return (
    <SecretDialog
      {...dialog}
      shown={newKeyTexts(t)}
      size="xl"
      title={t('security.create.title')}
      form={(props) => <CreateForm me={me} onCreated={onCreated} {...props} />}
    />
  );
};

const schema = createApiKey.input.omit({ expires_in_days: true });

type CreateFormProps = SecretFormProps & Pick<CreateKeyDialogProps, 'me' | 'onCreated'>;

const CreateForm = ({ me, onClose, onUnsaved, onMade, onCreated }: CreateFormProps) => {
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
          onMade(answer.key);
          await onCreated();
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
              {offeredScopes(keyScopes, me, t).map(({ area, scopes }) => (
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
