import { Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { setUpgradeWindow } from '#shared/contract/hosting/set-upgrade-window.ts';
import { type Me, useTenant } from '../../../api/context.tsx';
import { zoneName } from '../../../components/dates.ts';
import type { Run } from './runs.logic.ts';

/** The times of a planned start, as a form has them. */
export const windowSchema = setUpgradeWindow.input.pick({ from: true, until: true });

export const usualWindow = { from: '02:00', until: '04:00' };

/** The time zone of planned starts. */
export const useWindowZone = (me: Me): string => useTenant(me)?.time_zone ?? me.preferences.timezone;

interface WindowFieldsProps {
  form: UseFormReturnType<typeof usualWindow>;
  zone: string;
  mode: Run['mode'];
}

/** Between which times upgrades start, and what that depends on. */
export const WindowFields = ({ form, zone, mode }: WindowFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <Group grow align="flex-start">
        <TextInput type="time" label={t('hosting.window.from')} {...form.getInputProps('from')} />
        <TextInput type="time" label={t('hosting.window.until')} {...form.getInputProps('until')} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('hosting.window.zone', { zone: zoneName(zone) })} {t(`hosting.window.${mode}`)}
      </Text>
    </>
  );
};
