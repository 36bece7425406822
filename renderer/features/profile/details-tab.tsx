import { Badge, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { useRefreshMe } from './use-refresh-me.ts';

const schema = z.object({ name: contract.profile.updateMe.input.shape.name.unwrap() });

export const DetailsTab = ({ me }: { me: Me }) => {
  const client = useTRPCClient();
  const refreshMe = useRefreshMe();
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { name: me.name },
    submit: async ({ name }) => {
      const { user } = await client.profile.updateMe.mutate({ name });
      form.setValues({ name: user.name });
      await refreshMe();
      notifyDone('Your details are saved.');
    },
  });
  return (
    <Stack gap="lg">
      <Section title="Your name" lead="As your team sees it.">
        <OperationForm {...state} action="Save details">
          <TextInput label="Full name" autoComplete="name" maw={420} {...form.getInputProps('name')} />
        </OperationForm>
      </Section>
      <Section title="Your account">
        <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
          <Fact label="E-mail">
            <Group gap="xs">
              <span className="break-anywhere">{me.email}</span>
              {me.email_verified ? (
                <Badge size="sm">Verified</Badge>
              ) : (
                <Badge size="sm" color="yellow">
                  Not verified
                </Badge>
              )}
            </Group>
          </Fact>
          <Fact label="Role in the team">{me.role}</Fact>
          <Fact label="Member since">
            <Timestamp value={me.created_at} show="date" />
          </Fact>
          <Fact label="Account number">
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
