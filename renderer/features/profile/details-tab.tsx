import { Badge, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { type Me, useRefreshMe, useTRPCClient } from '../../api/context.tsx';
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
        <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
          <Fact label={t('common.email')}>
            <Group gap="xs">
              <span className="break-anywhere">{me.email}</span>
              {me.email_verified ? (
                <Badge size="sm">{t('profile.details.verified')}</Badge>
              ) : (
                <Badge size="sm" color="yellow">
                  {t('profile.details.notVerified')}
                </Badge>
              )}
            </Group>
          </Fact>
          <Fact label={t('profile.details.role')}>{t(`roles.tenant.${me.role}`)}</Fact>
          <Fact label={t('profile.details.since')}>
            <Timestamp value={me.created_at} show="date" />
          </Fact>
          <Fact label={t('profile.details.id')}>
            <span className="break-anywhere">{me.user_id}</span>
          </Fact>
        </SimpleGrid>
      </Section>
    </Stack>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {label}
    </Text>
    <Text component="dd" m={0} size="sm">
      {children}
    </Text>
  </div>
);
