import { Badge, Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { type Me, useRefreshMe, useTRPCClient } from '../../api/context.tsx';
import { Facts } from '../../components/facts.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

const schema = z.object({ name: contract.profile.updateMe.input.shape.name.unwrap() });

export const DetailsTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshMe = useRefreshMe();
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { name: me.name },
    submit: async ({ name }) => {
      const { user } = await client.profile.updateMe.mutate({ name });
      form.setValues({ name: user.name });
      await refreshMe();
      notifyDone(t('profile.details.saved'));
    },
  });
  return (
    <Stack gap="lg">
      <Section title={t('profile.details.name.title')} lead={t('profile.details.name.lead')}>
        <OperationForm {...state} action={t('profile.details.save')}>
          <TextInput label={t('common.fullName')} autoComplete="name" maw={420} {...form.getInputProps('name')} />
        </OperationForm>
      </Section>
      <Section title={t('profile.details.account')}>
        <Facts
          rows={[
            { name: t('common.email'), value: <Email me={me} /> },
            { name: t('profile.details.role'), value: t(`roles.tenant.${me.role}`) },
            { name: t('profile.details.since'), value: <Timestamp value={me.created_at} show="date" /> },
            { name: t('profile.details.id'), value: me.user_id },
          ]}
        />
      </Section>
    </Stack>
  );
};

const Email = ({ me: { email, email_verified } }: { me: Me }) => {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <span>{email}</span>
      {email_verified ? (
        <Badge size="sm">{t('profile.details.verified')}</Badge>
      ) : (
        <Badge size="sm" color="yellow">
          {t('profile.details.notVerified')}
        </Badge>
      )}
    </Group>
  );
};
