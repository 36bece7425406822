import { NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import type { Destination } from './events.logic.ts';
import { SecretShown } from './secret-shown.tsx';

interface RollSecretDialogProps {
  me: Me;
  destination: Destination;
  opened: boolean;
  onClose: () => void;
}

const schema = z.object({ hours: z.string() });

/** Replaces the signing secret, while the program still verifies with the old one. */
export const RollSecretDialog = ({ me, destination, opened, onClose }: RollSecretDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    onClose();
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={close}
      size="md"
      title={secret === undefined ? t('events.roll.title', { name: destination.name }) : t('events.secret.made')}
      unsaved={false}
      isOnlyHere={secret !== undefined}
    >
      {secret === undefined ? (
        <DialogForm
          action={t('events.roll.confirm')}
          onClose={close}
          operation={{
            schema,
            initialValues: { hours: '24' },
            submit: async ({ hours }) => {
              const answer = await client.events.rollEventSecret.mutate({
                tenant_id: me.tenant_id,
                destination_id: destination.destination_id,
                overlap_hours: Number(hours),
              });
              setSecret(answer.secret);
              await queryClient.invalidateQueries(trpc.events.pathFilter());
            },
          }}
        >
          {(form) => (
            <>
              <Text size="sm">{t('events.roll.lead')}</Text>
              <NativeSelect
                label={t('events.roll.overlap')}
                data={(['0', '1', '24', '168'] as const).map((value) => ({
                  value,
                  label: t(`events.roll.hours.${value}`),
                }))}
                data-autofocus
                {...form.getInputProps('hours')}
              />
            </>
          )}
        </DialogForm>
      ) : (
        <SecretShown secret={secret} onClose={close} />
      )}
    </GuardedDialog>
  );
};
