import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createEventDestination } from '#shared/contract/events/create-event-destination.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SecretShown } from '../../components/secret-shown.tsx';
import { paths } from '../../paths.ts';
import { DestinationFields } from './destination-fields.tsx';
import { enteredTypes, typesSchema } from './entered-types.ts';
import { kindChoices, secretTexts } from './events.logic.ts';

interface AddDestinationDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

const { kind, name, url, allow_private_addresses } = createEventDestination.input.shape;
const schema = typesSchema.extend({ kind, name, url, allow_private_addresses: allow_private_addresses.unwrap() });

/** Adds a destination, then shows its signing secret, if it has one. */
export const AddDestinationDialog = ({ me, opened, onClose }: AddDestinationDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const [unsaved, setUnsaved] = useState(false);
  const shown = secretTexts(t);
  const finish = (id: string) => {
    setMade(undefined);
    onClose();
    void navigate(paths.eventDestination(id));
  };
  const close = () => (made ? finish(made.id) : onClose());
  return (
    <GuardedDialog
      opened={opened}
      onClose={close}
      title={made ? shown.title : t('events.add.title')}
      size="md"
      unsaved={unsaved}
      isOnlyHere={made !== undefined}
    >
      {made ? (
        <SecretShown text={shown.text} fields={[{ label: shown.label, value: made.secret }]} onClose={close} />
      ) : (
        <DialogForm
          action={t('events.add.action')}
          onClose={onClose}
          onUnsaved={setUnsaved}
          operation={{
            schema,
            initialValues: {
              kind: 'webhook' as const,
              name: '',
              url: '',
              event_types: [] as string[],
              allow_private_addresses: false,
            },
            submit: async ({ event_types, ...values }) => {
              const { destination_id, secret } = await client.events.createEventDestination.mutate({
                tenant_id: me.tenant_id,
                ...values,
                event_types: enteredTypes(event_types),
              });
              await queryClient.invalidateQueries(trpc.events.pathFilter());
              notifyDone(t('events.add.done', { name: values.name }));
              if (secret === null) finish(destination_id);
              else setMade({ id: destination_id, secret });
            },
          }}
        >
          {(form) => (
            <>
              <NativeSelect
                label={t('events.fields.kind')}
                description={t(`events.kindsOf.${form.values.kind}`)}
                data={kindChoices(t)}
                data-autofocus
                {...form.getInputProps('kind')}
              />
              <DestinationFields form={form} />
            </>
          )}
        </DialogForm>
      )}
    </GuardedDialog>
  );
};
