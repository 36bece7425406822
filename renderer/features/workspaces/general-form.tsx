import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { healthScore } from '#shared/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { settingsDisabledReason, type Workspace } from './workspaces.logic.ts';

const schema = contract.workspaces.updateWorkspace.input
  .pick({ name: true, new_slug: true, health_score: true })
  .required();

export const GeneralForm = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const disabledReason = settingsDisabledReason(me.role, workspace, t);
  const { name, slug, health_score } = workspace;
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { name, new_slug: slug, health_score },
    fieldOfCode: { SLUG_TAKEN: 'new_slug' },
    submit: async (values) => {
      const { tenant_id } = me;
      const updated = await client.workspaces.updateWorkspace.mutate({ tenant_id, slug, ...values });
      queryClient.setQueryData(trpc.workspaces.getWorkspace.queryKey({ tenant_id, slug: updated.slug }), updated);
      if (updated.slug !== slug) await navigate({ ...paths.workspaceSettings(updated.slug), replace: true });
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
        <TextInput
          label={t('workspaces.settings.slug')}
          description={t('workspaces.settings.slugHint')}
          autoComplete="off"
          spellCheck={false}
          readOnly={readOnly}
          {...form.getInputProps('new_slug')}
        />
        <NumberInput
          label={t('workspaces.settings.health')}
          description={t('workspaces.settings.healthHint', healthScore)}
          min={healthScore.min}
          max={healthScore.max}
          allowDecimal={false}
          readOnly={readOnly}
          maw={180}
          {...form.getInputProps('health_score')}
        />
      </OperationForm>
    </Section>
  );
};
