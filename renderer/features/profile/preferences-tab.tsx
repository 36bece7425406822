import { NativeSelect, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dateFormats, preferencesSchema } from '#shared/preferences.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { systemClock } from '../../clock.ts';
import { timeZoneChoices } from '../../components/dates.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { DatePreview } from './date-preview.tsx';
import { NotificationSwitches } from './notification-switches.tsx';
import { languageChoices } from './preferences.rules.ts';
import { useRefreshMe } from './use-refresh-me.ts';

export const PreferencesTab = ({ me }: { me: Me }) => {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const refreshMe = useRefreshMe();
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }));
  const zones = useMemo(() => timeZoneChoices(me.preferences.timezone, systemClock()), [me.preferences.timezone]);
  const { form, ...state } = useOperationForm({
    schema: preferencesSchema,
    initialValues: me.preferences,
    rename: Object.fromEntries(Object.keys(me.preferences).map((name) => [`preferences.${name}`, name])),
    submit: async (preferences) => {
      await client.profile.updateMe.mutate({ preferences });
      await refreshMe();
      notifyDone('Your preferences are saved.');
    },
  });
  const { values } = form;
  const patterns = [...new Set<string>([...dateFormats, me.preferences.date_format])];

  return (
    <OperationForm {...state} action="Save preferences" label="Preferences">
      <Section title="Dates and times" lead="Every date and time in the console is written this way.">
        <Stack>
          <Select
            label="Time zone"
            data={zones}
            searchable
            allowDeselect={false}
            nothingFoundMessage="No such time zone"
            maxDropdownHeight={280}
            selectFirstOptionOnChange
            {...form.getInputProps('timezone')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect label="Date format" data={patterns} {...form.getInputProps('date_format')} />
            <NativeSelect
              label="Time format"
              data={[
                { value: '24h', label: '24 hours' },
                { value: '12h', label: '12 hours, AM and PM' },
              ]}
              {...form.getInputProps('time_format')}
            />
          </SimpleGrid>
          <DatePreview style={values} />
        </Stack>
      </Section>
      <Section title="The console">
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="Default workspace"
              description="Listed first."
              data={[
                { value: '', label: 'None' },
                ...(workspaces.data?.workspaces ?? []).map(({ workspace_id, name }) => ({
                  value: workspace_id,
                  label: name,
                })),
              ]}
              {...form.getInputProps('default_workspace')}
            />
            <NativeSelect
              label="Layout of lists"
              description="How much room rows take."
              data={[
                { value: 'comfortable', label: 'Comfortable' },
                { value: 'compact', label: 'Compact' },
              ]}
              {...form.getInputProps('dashboard_layout')}
            />
          </SimpleGrid>
          <NativeSelect
            label="Language"
            description="For tools that read it over the API; the console itself speaks English."
            data={languageChoices(me.preferences.language)}
            {...form.getInputProps('language')}
          />
        </Stack>
      </Section>
      <Section title="Mails">
        <NotificationSwitches form={form} />
        <Text size="xs" c="dimmed" mt="sm">
          Mails about the safety of your account are always sent.
        </Text>
      </Section>
    </OperationForm>
  );
};
