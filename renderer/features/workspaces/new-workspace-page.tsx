import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { slugOf } from '#shared/slug.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { useMe } from '../../api/me.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { createRefusal } from './workspaces.rules.ts';

const { name, slug } = contract.workspaces.createWorkspace.input.shape;
const schema = z.object({ name, slug: z.union([z.literal(''), slug.unwrap()]) });

export const NewWorkspacePage = () => {
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
      notifyDone(`${workspace.name} is created, with you as its Admin.`);
      await navigate(paths.workspaceSettings(workspace.slug));
    },
  });
  return (
    <Page
      title="New workspace"
      width="form"
      back={
        <AnchorLink {...paths.workspaces} size="sm">
          ← Workspaces
        </AnchorLink>
      }
    >
      <Section title="Name and address">
        <OperationForm
          {...state}
          action="Create workspace"
          reason={createRefusal(me.role)}
          beside={
            <ButtonLink {...paths.workspaces} variant="default">
              Cancel
            </ButtonLink>
          }
        >
          <TextInput label="Name" autoComplete="off" autoFocus {...form.getInputProps('name')} />
          <TextInput
            label="Slug"
            description="Its name in addresses. Made from the name when left empty."
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
