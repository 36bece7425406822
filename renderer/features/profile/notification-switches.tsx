import { Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '#shared/preferences.ts';

const switches = [
  'email_notifications',
  'campaign_alerts',
  'weekly_reports',
  'billing_alerts',
  'show_onboarding',
] as const;

export const NotificationSwitches = ({ form }: { form: UseFormReturnType<Preferences> }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      {switches.map((name) => (
        <Switch
          key={name}
          label={t(`profile.preferences.switches.${name}`)}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
    </Stack>
  );
};
