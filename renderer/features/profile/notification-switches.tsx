import { Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Preferences } from '#shared/preferences.ts';

const switches = [
  { name: 'email_notifications', label: 'Notifications by e-mail' },
  { name: 'campaign_alerts', label: 'Campaign alerts' },
  { name: 'weekly_reports', label: 'Weekly reports' },
  { name: 'billing_alerts', label: 'Billing alerts' },
  { name: 'show_onboarding', label: 'Show the first steps on the dashboard' },
] as const;

export const NotificationSwitches = ({ form }: { form: UseFormReturnType<Preferences> }) => (
  <Stack gap="sm">
    {switches.map(({ name, label }) => (
      <Switch key={name} label={label} {...form.getInputProps(name, { type: 'checkbox' })} />
    ))}
  </Stack>
);
