import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateApplication } from '#shared/contract/applications/update-application.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { ApplicationFields } from './application-fields.tsx';
import { type Application, atLists, type SettingsValues, sentFor, settingsOf } from './applications.logic.ts';

const schema = updateApplication.input.omit({ tenant_id: true, application_id: true });

/** What the application is, and where people come back to. */
export const ApplicationSettings = ({ me, application }: { me: Me; application: Application }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const of = { tenant_id: me.tenant_id, application_id: application.application_id };
  const { form, ...state } = useOperationForm<SettingsValues>({
    schema,
    stored: settingsOf(application),
    rename: atLists('redirect_uris', 'logout_uris'),
    fieldOfCode: { APPLICATION_NAME_TAKEN: 'name', APPLICATION_HOST_TAKEN: 'host' },
    recordedAs: { entries: [{ action: 'updateApplication', target: application.application_id }] },
    submit: async ({ kind }, changed) => {
      const saved = await client.applications.updateApplication.mutate({ ...of, ...sentFor(kind, changed) });
      await storeAnswer(queryClient, trpc.applications.getApplication.queryKey(of), saved);
      notifyDone(t('applications.settings.saved'));
    },
  });
  return (
    <Section id="settings" title={t('applications.settings.title')}>
      <OperationForm {...state} label={t('applications.settings.title')} action={t('applications.settings.save')}>
        <ApplicationFields form={form} />
        {form.values.kind !== application.kind && (
          <Alert color="yellow">{t('applications.settings.kindChanges')}</Alert>
        )}
      </OperationForm>
    </Section>
  );
};
