import { TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { tagServers } from '#shared/contract/hosting/tag-servers.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { listError } from '../../../components/field-errors.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useRefreshHosting } from '../use-hosting.ts';
import type { Server } from './servers.logic.ts';

const schema = tagServers.input.pick({ add: true, remove: true });

interface TagsDialogProps {
  servers: readonly Server[];
  /** All tags of the account. */
  known: readonly string[];
  onClose: () => void;
}

/** Adds tags to several servers, and removes others. */
export const TagsDialog = ({ servers, known, onClose }: TagsDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const present = [...new Set(servers.flatMap(({ tags }) => tags))];
  const initialValues: z.output<typeof schema> = { add: [], remove: [] };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('hosting.servers.tags.title', { count: servers.length })}
      action={t('hosting.servers.tags.save')}
      operation={{
        schema,
        initialValues,
        submit: async ({ add, remove }) => {
          await client.hosting.tagServers.mutate({
            serviceids: servers.map(({ serviceid: serviceId }) => serviceId),
            add,
            remove,
          });
          await refresh();
          notifyDone(t('hosting.servers.tags.done', { count: servers.length }));
          onClose();
        },
      }}
    >
      {(form) => (
        <>
          <TagsInput
            label={t('hosting.servers.tags.add')}
            description={t('hosting.servers.tags.hint')}
            data={known}
            splitChars={[',', ';', ' ']}
            acceptValueOnBlur
            data-autofocus
            {...form.getInputProps('add')}
            error={listError(form.errors, 'add')}
          />
          {present.length > 0 && (
            <TagsInput
              label={t('hosting.servers.tags.remove')}
              data={present}
              splitChars={[',', ';', ' ']}
              acceptValueOnBlur
              {...form.getInputProps('remove')}
              error={listError(form.errors, 'remove')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
};
