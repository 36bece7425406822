import {
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { mailSecurities } from '#shared/contract/mail/resources.ts';
import { updateMailSettings } from '#shared/contract/mail/update-mail-settings.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { choiceParam } from '../../search-params.ts';
import {
  initialSettings,
  isExposed,
  type MailSettings,
  portAfter,
  type SettingsForm,
  settingsOf,
} from './mail-server.logic.ts';

const schema = updateMailSettings.input.omit({ kept_mails: true }).extend({ send_kept: z.boolean() });

export const MailServerForm = ({ settings }: { settings: MailSettings }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [removing, removal] = useDisclosure();
  const stored: SettingsForm = initialSettings(settings);
  const { form, ...state } = useOperationForm({
    schema,
    stored,
    recordedAs: { entries: [{ action: 'updateMailSettings' }, { action: 'deleteMailSettings' }] },
    edits: settings.server !== null,
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async (values) => {
      const saved = await client.mail.updateMailSettings.mutate(settingsOf(values));
      notifyDone(t('mail.server.saved'));
      form.setValues({ server_password: '', password: '' });
      await storeAnswer(queryClient, trpc.mail.getMailSettings.queryKey(), saved);
      await queryClient.invalidateQueries(trpc.organization.getTenant.queryFilter());
      await queryClient.invalidateQueries(trpc.mail.pathFilter());
    },
  });
  const { security, username, port } = form.values;
  return (
    <Section
      title={t('mail.server.title')}
      lead={t('mail.server.lead')}
      actions={
        settings.server && (
          <Button variant="default" size="xs" onClick={removal.open}>
            {t('mail.server.remove.open')}
          </Button>
        )
      }
    >
      <OperationForm {...state} label={t('mail.server.title')} action={t('mail.server.save')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('mail.server.host')}
            placeholder="mail.example.com"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('host')}
          />
          <NumberInput
            label={t('mail.server.port')}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('port')}
          />
        </SimpleGrid>
        <NativeSelect
          label={t('mail.server.security')}
          description={t('mail.server.securityOf')}
          data={mailSecurities.map((value) => ({ value, label: t(`mail.server.securities.${value}`) }))}
          {...form.getInputProps('security')}
          onChange={(event) => {
            const chosen = choiceParam(event.currentTarget.value, mailSecurities) ?? security;
            form.setValues({ security: chosen, port: portAfter(port, security, chosen) });
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('mail.server.username')}
            description={t('mail.server.usernameOf')}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('mail.server.password')}
            description={t(settings.server?.has_password ? 'mail.server.passwordKept' : 'mail.server.passwordOf')}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('server_password')}
          />
        </SimpleGrid>
        {isExposed({ security, username }) && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('mail.server.exposed')}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('mail.server.senderName')} {...form.getInputProps('sender_name')} />
          <TextInput label={t('mail.server.senderAddress')} type="email" {...form.getInputProps('sender_address')} />
        </SimpleGrid>
        {settings.waiting > 0 && (
          <Checkbox
            label={t('mail.server.sendKept', { count: settings.waiting })}
            description={t('mail.server.sendKeptOf')}
            {...form.getInputProps('send_kept', { type: 'checkbox' })}
          />
        )}
        <CurrentPasswordInput
          label={t('common.yourPassword')}
          description={t('mail.server.whyPassword')}
          maw={420}
          {...form.getInputProps('password')}
        />
      </OperationForm>
      <RemoveServerDialog opened={removing} onClose={removal.close} />
    </Section>
  );
};

const RemoveServerDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const close = () => {
    setPassword('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('mail.server.remove.title')}
      consequences={[t('mail.server.remove.kept'), t('mail.server.remove.forgotten')]}
      action={t('mail.server.remove.action')}
      onConfirm={async () => {
        const settings = await client.mail.deleteMailSettings.mutate({ password });
        notifyDone(t('mail.server.remove.done'));
        await storeAnswer(queryClient, trpc.mail.getMailSettings.queryKey(), settings);
        await queryClient.invalidateQueries(trpc.organization.getTenant.queryFilter());
        await queryClient.invalidateQueries(trpc.mail.pathFilter());
      }}
    >
      <CurrentPasswordInput
        label={t('common.yourPassword')}
        value={password}
        onChange={(value) => setPassword(typeof value === 'string' ? value : value.currentTarget.value)}
      />
    </ConfirmDialog>
  );
};
