import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateEventDestination } from '#shared/contract/events/update-event-destination.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { DestinationFields } from './destination-fields.tsx';
import { enteredTypes, typesSchema } from './entered-types.ts';
import type { Destination } from './events.logic.ts';

interface EditDestinationDialogProps {
  me: Me;
  destination: Destination;
  opened: boolean;
  onClose: () => void;
}

const { name, url, allow_private_addresses } = updateEventDestination.input.shape;
const schema = typesSchema.extend({
  name: name.unwrap(),
  url: url.unwrap(),
  allow_private_addresses: allow_private_addresses.unwrap(),
});

/** Changes where a destination is, and what it is told of. */
export const EditDestinationDialog = ({ me, destination, opened, onClose }: EditDestinationDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { destination_id, event_types, ...stored } = destination;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('events.edit.title', { name: stored.name })}
      action={t('events.edit.confirm')}
      operation={{
        schema,
        initialValues: {
          name: stored.name,
          url: stored.url,
          event_types: [...(event_types ?? [])] as string[],
          allow_private_addresses: stored.allow_private_addresses,
        },
        edits: true,
        submit: async (_values, { event_types: entered, ...changed }) => {
          await client.events.updateEventDestination.mutate({
            tenant_id: me.tenant_id,
            destination_id,
            ...changed,
            ...(entered && { event_types: enteredTypes(entered) }),
          });
          await queryClient.invalidateQueries(trpc.events.pathFilter());
          notifyDone(t('events.edit.done'));
          onClose();
        },
      }}
    >
      {(form) => <DestinationFields form={form} />}
    </FormDialog>
  );
};
