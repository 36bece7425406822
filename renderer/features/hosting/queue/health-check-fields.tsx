import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { createUpgradeQueue } from '#shared/contract/hosting/create-upgrade-queue.ts';
import { healthChecks } from '#shared/flows/upgrade-queue.ts';
import { choiceParam } from '../../../search-params.ts';

const schema = createUpgradeQueue.input.shape.health_check.unwrap();

/** What was entered about a health check. */
export interface HealthCheckForm {
  by: '' | 'tcp' | 'http';
  port: string;
  path: string;
}

export const noHealthCheck: HealthCheckForm = { by: '', port: '', path: '/' };

/** The check as it is sent; undefined if none is wanted. */
export const healthCheckOf = ({ by, port, path }: HealthCheckForm): z.output<typeof schema> | 'invalid' | undefined => {
  if (by === '') return undefined;
  const { data } = schema.safeParse({ by, port: Number(port), ...(by === 'http' && { path }) });
  return data ?? 'invalid';
};

interface HealthCheckFieldsProps {
  value: HealthCheckForm;
  onChange: (value: HealthCheckForm) => void;
}

/** What each server has to pass before it is confirmed. */
export const HealthCheckFields = ({ value, onChange }: HealthCheckFieldsProps) => {
  const { t } = useTranslation();
  return (
    <Group gap="sm" align="flex-start">
      <NativeSelect
        label={t('hosting.queue.health.label')}
        w={{ base: '100%', xs: 260 }}
        value={value.by}
        data={[
          { value: '', label: t('hosting.queue.health.none') },
          ...healthChecks.map((by) => ({ value: by, label: t(`hosting.queue.health.${by}`) })),
        ]}
        onChange={({ currentTarget }) => {
          const by = choiceParam(currentTarget.value, healthChecks) ?? '';
          onChange({ ...value, by, port: by === '' ? '' : by === 'http' ? '80' : '22' });
        }}
      />
      {value.by !== '' && (
        <TextInput
          label={t('hosting.queue.health.port')}
          w={100}
          inputMode="numeric"
          value={value.port}
          onChange={({ currentTarget }) => onChange({ ...value, port: currentTarget.value })}
        />
      )}
      {value.by === 'http' && (
        <TextInput
          label={t('hosting.queue.health.path')}
          w={{ base: '100%', xs: 220 }}
          value={value.path}
          onChange={({ currentTarget }) => onChange({ ...value, path: currentTarget.value })}
        />
      )}
    </Group>
  );
};
