import { Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { updateWorkspace } from '#shared/contract/workspaces/update-workspace.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { settingsDisabledReason, type Workspace } from './workspaces.logic.ts';

/** Name, description and slug of a workspace. */
export const SettingsTab = ({ me, workspace }: { me: Me; workspace: Workspace }) => (
  <Stack gap="var(--castellan-gap)" className="form-page">
    <GeneralForm key={workspace.workspace_id} me={me} workspace={workspace} />
  </Stack>
);

const schema = updateWorkspace.input.pick({ name: true, description: true, new_slug: true }).required();

const GeneralForm = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const disabledReason = settingsDisabledReason(me, workspace, t);
  const { name, description, slug } = workspace;
  const { form, ...state } = useOperationForm({
    schema,
    stored: { name, description, new_slug: slug },
    recordedAs: { entries: [{ action: 'updateWorkspace', target: workspace.workspace_id }] },
    fieldOfCode: { SLUG_TAKEN: 'new_slug' },
    submit: async (_values, changed) => {
      const { tenant_id } = me;
      const updated = await client.workspaces.updateWorkspace.mutate({ tenant_id, slug, ...changed });
      await storeAnswer(queryClient, trpc.workspaces.getWorkspace.queryKey({ tenant_id, slug: updated.slug }), updated);
      if (updated.slug !== slug) await navigate({ ...paths.workspaceTab(updated.slug, 'settings'), replace: true });
      await queryClient.invalidateQueries(trpc.workspaces.pathFilter());
      notifyDone(t('workspaces.settings.saved'));
    },
  });
  const readOnly = disabledReason !== undefined;
  return (
    <Section title={t('workspaces.settings.section')} lead={disabledReason}>
      <OperationForm {...state} action={t('workspaces.settings.save')} reason={disabledReason}>
        <TextInput
          label={t('workspaces.settings.name')}
          autoComplete="off"
          readOnly={readOnly}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('workspaces.settings.description')}
          autosize
          minRows={2}
          maxRows={6}
          readOnly={readOnly}
          {...form.getInputProps('description')}
        />
        <TextInput
          label={t('workspaces.settings.slug')}
          description={t('workspaces.settings.slugHint')}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          {...form.getInputProps('new_slug')}
        />
      </OperationForm>
    </Section>
  );
};
