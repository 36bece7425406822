import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { createWorkspace } from '#shared/contract/workspaces/create-workspace.ts';
import { slugOf } from '#shared/text-input/slug.ts';
import { useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { createDisabledReason } from './workspaces.logic.ts';

const { name, slug } = createWorkspace.input.shape;
const schema = z.object({ name, slug: z.union([z.literal(''), slug.unwrap()]) });

export const NewWorkspacePage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { form, ...state } = useOperationForm({
    schema,
    initialValues: { name: '', slug: '' },
    fieldOfCode: { SLUG_TAKEN: 'slug' },
    submit: async (values) => {
      const workspace = await client.workspaces.createWorkspace.mutate({
        tenant_id: me.tenant_id,
        name: values.name,
        ...(values.slug && { slug: values.slug }),
      });
      await queryClient.invalidateQueries(trpc.workspaces.pathFilter());
      notifyDone(t('workspaces.new.done', { name: workspace.name }));
      await navigate(paths.workspace(workspace.slug));
    },
  });
  return (
    <Page
      title={t('workspaces.new.title')}
      width="form"
      back={
        <AnchorLink {...paths.workspaces} size="sm">
          {t('workspaces.back')}
        </AnchorLink>
      }
    >
      <Section title={t('workspaces.new.section')}>
        <OperationForm
          {...state}
          action={t('workspaces.new.action')}
          reason={createDisabledReason(me, t)}
          beside={
            <ButtonLink {...paths.workspaces} variant="default">
              {t('common.cancel')}
            </ButtonLink>
          }
        >
          <TextInput
            label={t('workspaces.settings.name')}
            autoComplete="off"
            autoFocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('workspaces.settings.slug')}
            description={t('workspaces.new.slugHint')}
            placeholder={form.values.name.trim() && slugOf(form.values.name)}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('slug')}
          />
        </OperationForm>
      </Section>
    </Page>
  );
};
