import { Group, NativeSelect, Paper, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardLayouts, dateFormats, preferencesSchema } from '#shared/contract/preferences.ts';
import { type Me, useRefreshMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { systemClock, useNow } from '../../components/clock.ts';
import { type DateStyle, formatDate, formatOffset, formatTime, timeZoneChoices } from '../../components/dates.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { useI18n } from '../../languages/i18n-context.tsx';
import { pickLanguage } from '../../languages/languages.ts';
import { richText } from '../../languages/rich-text.tsx';
import { languageChoices } from './preferences.logic.ts';

type Layout = (typeof dashboardLayouts)[number];
const isKnownLayout = (layout: string): layout is Layout => dashboardLayouts.includes(layout as Layout);

export const PreferencesTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const i18n = useI18n();
  const refreshMe = useRefreshMe();
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }));
  const zones = useMemo(() => timeZoneChoices(me.preferences.timezone, systemClock()), [me.preferences.timezone]);
  const { form, ...state } = useOperationForm({
    schema: preferencesSchema,
    stored: me.preferences,
    recordedAs: { entries: [{ action: 'updateMe' }], isOwn: true },
    rename: Object.fromEntries(Object.keys(me.preferences).map((name) => [`preferences.${name}`, name])),
    submit: async ({ language }, preferences) => {
      await client.profile.updateMe.mutate({ preferences });
      await refreshMe();
      // Notify in the newly chosen language; if it can't be loaded, the shell says so.
      await i18n.setLanguage(pickLanguage([language])).catch(() => undefined);
      notifyDone(i18n.instance.t('profile.preferences.saved'));
    },
  });
  const { values } = form;
  const { date_format, dashboard_layout } = me.preferences;
  // The last day of a year tells its day from its month.
  const example = Date.UTC(new Date(useNow()).getUTCFullYear(), 11, 31, 12);
  const patterns = [...new Set<string>([...dateFormats, date_format])].map((value) => ({
    value,
    label: formatDate(example, { ...values, timezone: 'Etc/UTC', date_format: value }),
  }));
  // The API accepts others, too.
  const layouts = [...new Set<string>([...dashboardLayouts, dashboard_layout])];
  const listed = loadedOf(workspaces);
  const known = listed.state === 'known' ? listed.data.workspaces : [];
  const isListed = known.some(({ workspace_id }) => workspace_id === values.default_workspace);
  // A select without its value would show the first option, and claim that there is none.
  const unlisted = {
    known: t('profile.preferences.defaultWorkspace.gone'),
    loading: t('components.loading'),
    refused: t('profile.preferences.defaultWorkspace.unknown'),
    failed: t('profile.preferences.defaultWorkspace.unknown'),
  }[listed.state];

  return (
    <OperationForm {...state} action={t('profile.preferences.save')} label={t('profile.preferences.form')}>
      <Section title={t('profile.preferences.dates.title')} lead={t('profile.preferences.dates.lead')}>
        <Stack>
          <Select
            label={t('profile.preferences.timezone')}
            data={zones}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('profile.preferences.noZone')}
            maxDropdownHeight={280}
            selectFirstOptionOnChange
            {...form.getInputProps('timezone')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label={t('profile.preferences.dateFormat')}
              data={patterns}
              {...form.getInputProps('date_format')}
            />
            <NativeSelect
              label={t('profile.preferences.timeFormat')}
              data={[
                { value: '24h', label: t('profile.preferences.timeFormats.24h') },
                { value: '12h', label: t('profile.preferences.timeFormats.12h') },
              ]}
              {...form.getInputProps('time_format')}
            />
          </SimpleGrid>
          <DatePreview style={values} />
        </Stack>
      </Section>
      <Section title={t('profile.preferences.emails.title')} lead={t('profile.preferences.emails.lead')}>
        <Stack>
          <Switch
            label={t('profile.preferences.emails.notifications')}
            description={t('profile.preferences.emails.notificationsHint')}
            {...form.getInputProps('email_notifications', { type: 'checkbox' })}
          />
          <Switch
            label={t('profile.preferences.emails.billing')}
            description={
              values.email_notifications
                ? t('profile.preferences.emails.billingHint')
                : t('profile.preferences.emails.billingOff')
            }
            {...form.getInputProps('billing_alerts', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <Section title={t('profile.preferences.console')}>
        <Stack>
          {/* Only one of the fields has a description: their inputs line up at the bottom. */}
          <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
            <NativeSelect
              label={t('profile.preferences.defaultWorkspace.label')}
              description={t('profile.preferences.defaultWorkspace.description')}
              data={[
                { value: '', label: t('profile.preferences.defaultWorkspace.none') },
                ...known.map(({ workspace_id, name }) => ({ value: workspace_id, label: name })),
                ...(isListed || values.default_workspace === ''
                  ? []
                  : [{ value: values.default_workspace, label: unlisted }]),
              ]}
              {...form.getInputProps('default_workspace')}
            />
            <NativeSelect
              label={t('profile.preferences.layout.label')}
              data={layouts.map((layout) => ({
                value: layout,
                label: isKnownLayout(layout) ? t(`profile.preferences.layouts.${layout}`) : layout,
              }))}
              {...form.getInputProps('dashboard_layout')}
            />
          </SimpleGrid>
          <NativeSelect
            label={t('profile.preferences.language.label')}
            description={t('profile.preferences.language.description')}
            data={languageChoices(me.preferences.language)}
            {...form.getInputProps('language')}
          />
          <Switch
            label={t('profile.preferences.onboarding')}
            {...form.getInputProps('show_onboarding', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
    </OperationForm>
  );
};

/** The current time in the chosen formats, so that users see the result before saving. */
const DatePreview = ({ style }: { style: DateStyle }) => {
  const { t } = useTranslation();
  const now = useNow(1_000);
  return (
    <Paper
      bg="var(--castellan-ground)"
      p="sm"
      role="status"
      aria-live="off"
      aria-label={t('profile.preferences.preview')}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {richText(
            { date: <strong>{formatDate(now, style)}</strong>, time: <strong>{formatTime(now, style)}</strong> },
            (marks) => t('profile.preferences.now', marks),
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {style.timezone} · {formatOffset(style.timezone, now)}
        </Text>
      </Group>
    </Paper>
  );
};
