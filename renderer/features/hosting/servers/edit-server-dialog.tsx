import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { updateServer } from '#shared/contract/hosting/update-server.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { listError } from '../../../components/field-errors.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useCapabilities, useMoney, useRefreshHosting } from '../use-hosting.ts';
import type { Server } from './servers.logic.ts';

const { label, approximate_cost, tags } = updateServer.input.shape;
/** Empty means the provider's own label, or the price list's cost. */
const empty = z.literal('');
const schema = z.object({
  label: z.union([empty, label]),
  approximate_cost: z.union([empty, approximate_cost]),
  managed: z.enum(['managed', 'unmanaged', 'unknown']),
  tags: tags.unwrap(),
});

type Level = z.output<typeof schema>['managed'];
const levels: Record<Level, boolean | null> = { managed: true, unmanaged: false, unknown: null };
const levelOf = ({ managed }: Server): Level => (managed === null ? 'unknown' : managed ? 'managed' : 'unmanaged');

/** Edits local notes about a server; none of it reaches the provider. */
export const EditServerDialog = ({ server, onClose }: { server: Server; onClose: () => void }) => {
  const { t } = useTranslation();
  const { serviceLevels } = useCapabilities();
  const { currency } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('hosting.edit.title', { server: server.label })}
      action={t('hosting.edit.save')}
      operation={{
        schema,
        stored: {
          label: server.own_label ?? '',
          approximate_cost: server.cost_source === 'manual' ? server.approximate_cost : '',
          managed: levelOf(server),
          tags: server.tags,
        },
        recordedAs: { entries: [{ action: 'updateServer', target: server.serviceid }, { action: 'tagServers' }] },
        submit: async (_values, { label, approximate_cost, managed, tags }) => {
          await client.hosting.updateServer.mutate({
            serviceid: server.serviceid,
            ...(label !== undefined && { label: label.trim() === '' ? null : label }),
            ...(approximate_cost !== undefined && {
              approximate_cost: approximate_cost === '' ? null : approximate_cost,
            }),
            ...(managed !== undefined && { managed: levels[managed] }),
            ...(tags !== undefined && { tags }),
          });
          await refresh();
          notifyDone(t('hosting.edit.done'));
          onClose();
        },
      }}
    >
      {(form) => (
        <>
          <TextInput
            label={t('hosting.edit.label')}
            description={t('hosting.edit.labelHint')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('label')}
          />
          <MoneyInput
            unit={currency}
            label={t('hosting.edit.cost')}
            description={t('hosting.edit.costHint')}
            placeholder={server.cost_source === 'manual' ? '' : server.approximate_cost}
            {...form.getInputProps('approximate_cost')}
          />
          <TagsInput
            label={t('hosting.edit.tags')}
            description={t('hosting.servers.tags.hint')}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            {...form.getInputProps('tags')}
            error={listError(form.errors, 'tags')}
          />
          {serviceLevels && (
            <NativeSelect
              label={t('hosting.edit.level')}
              description={t('hosting.edit.levelHint')}
              data={(['managed', 'unmanaged', 'unknown'] as const).map((value) => ({
                value,
                label: t(`hosting.levels.${value}`),
              }))}
              {...form.getInputProps('managed')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
