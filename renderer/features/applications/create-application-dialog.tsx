import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createApplication } from '#shared/contract/applications/create-application.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { DialogForm } from '../../components/form-dialog.tsx';
import { GuardedDialog } from '../../components/guarded-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { SecretShown } from '../../components/secret-shown.tsx';
import { paths } from '../../paths.ts';
import { ApplicationFields } from './application-fields.tsx';
import { atLists, type SettingsValues, secretTexts, sentFor } from './applications.logic.ts';

const schema = createApplication.input.omit({ tenant_id: true });

const empty: SettingsValues = {
  ...{ name: '', description: '', kind: 'web', home_url: null, redirect_uris: [], logout_uris: [] },
  ...{ backchannel_logout_uri: null, backchannel_logout_session_required: true, allow_private_addresses: false },
  host: null,
};

interface CreateDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

/** Creates an application, shows its secret if it has one, and opens it. */
export const CreateApplicationDialog = ({ me, opened, onClose }: CreateDialogProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [unsaved, setUnsaved] = useState(false);
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const shown = secretTexts(t);
  const open = async (id: string) => {
    setCreated(undefined);
    await navigate(paths.application(id));
  };
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      size="md"
      unsaved={unsaved}
      isOnlyHere={created !== undefined}
      title={created ? shown.title : t('applications.create.title')}
    >
      {created ? (
        <SecretShown
          text={shown.text}
          fields={[
            { label: t('applications.overview.clientId'), value: created.id },
            { label: shown.label, value: created.secret },
          ]}
          onClose={() => void open(created.id)}
        />
      ) : (
        <DialogForm
          action={t('applications.create.action')}
          onClose={onClose}
          onUnsaved={setUnsaved}
          operation={{
            schema,
            initialValues: empty,
            rename: atLists('redirect_uris'),
            fieldOfCode: { APPLICATION_NAME_TAKEN: 'name', APPLICATION_HOST_TAKEN: 'host' },
            submit: async (values) => {
              const { application_id, name, secret } = await client.applications.createApplication.mutate({
                tenant_id: me.tenant_id,
                name: values.name,
                kind: values.kind,
                ...sentFor(values.kind, values),
              });
              notifyDone(t('applications.create.done', { name }));
              await queryClient.invalidateQueries(trpc.applications.pathFilter());
              if (secret === null) await open(application_id);
              else setCreated({ id: application_id, secret });
            },
          }}
        >
          {(form) => <ApplicationFields form={form} isNew />}
        </DialogForm>
      )}
    </GuardedDialog>
  );
};
