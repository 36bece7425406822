import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateApplication } from '#shared/contract/applications/update-application.ts';
import { type PathAccess, pathAccesses } from '#shared/rules/applications.ts';
import { applicationLimits, textLimits } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import type { Application } from './applications.logic.ts';

const schema = updateApplication.input.pick({ path_rules: true }).required();

type Rule = Application['path_rules'][number];

interface PathValues extends Record<string, unknown> {
  path_rules: Rule[];
}

/** What paths of a protected host ask for. */
export const ProtectedPaths = ({ me, application }: { me: Me; application: Application }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const of = { tenant_id: me.tenant_id, application_id: application.application_id };
  const { form, ...state } = useOperationForm<PathValues>({
    schema,
    stored: { path_rules: application.path_rules },
    recordedAs: { entries: [{ action: 'updateApplication', target: application.application_id }] },
    submit: async ({ path_rules }) => {
      const saved = await client.applications.updateApplication.mutate({ ...of, path_rules });
      await storeAnswer(queryClient, trpc.applications.getApplication.queryKey(of), saved);
      notifyDone(t('applications.paths.saved'));
    },
  });
  const groups = useQuery(
    trpc.groups.listGroups.queryOptions(
      { tenant_id: me.tenant_id, limit: 1_000 },
      { enabled: may(me, 'groups.manage') },
    ),
  );
  const { path_rules } = form.values;
  const set = (at: number, rule: Rule) => form.setFieldValue(`path_rules.${at}`, rule);
  const choices = (groups.data?.groups ?? application.groups).map(({ group_id: value, name: label }) => ({
    value,
    label,
  }));
  return (
    <Section id="paths" title={t('applications.paths.title')} lead={t('applications.paths.lead')}>
      <OperationForm
        {...state}
        label={t('applications.paths.title')}
        action={t('applications.paths.save')}
        beside={
          path_rules.length < applicationLimits.pathRules && (
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('path_rules', { path: '/', access: 'public' } satisfies Rule)}
            >
              {t('applications.paths.add')}
            </Button>
          )
        }
      >
        <Stack gap="sm" role="group" aria-label={t('applications.paths.title')} data-path="path_rules">
          {path_rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list while it is edited
            <Group key={at} gap="sm" align="flex-start" wrap="nowrap" role="group" aria-label={rule.path}>
              <TextInput
                aria-label={t('applications.paths.path')}
                flex="1 1 160px"
                maxLength={textLimits.protectedPath}
                spellCheck={false}
                value={rule.path}
                data-path={`path_rules.${at}.path`}
                error={form.errors[`path_rules.${at}.path`]}
                onChange={(event) => set(at, { ...rule, path: event.currentTarget.value })}
              />
              <NativeSelect
                aria-label={t('applications.paths.for')}
                flex="1 1 160px"
                data={pathAccesses.map((value) => ({ value, label: t(`applications.paths.accesses.${value}`) }))}
                value={rule.access}
                onChange={(event) => {
                  const { group_id: _, ...other } = rule;
                  set(at, { ...other, access: event.currentTarget.value as PathAccess });
                }}
              />
              {rule.access === 'group' && (
                <NativeSelect
                  aria-label={t('applications.paths.group')}
                  flex="1 1 160px"
                  data={[{ value: '', label: t('applications.paths.chooseGroup') }, ...choices]}
                  value={rule.group_id ?? ''}
                  data-path={`path_rules.${at}.group_id`}
                  error={form.errors[`path_rules.${at}.group_id`]}
                  onChange={(event) => set(at, { ...rule, group_id: event.currentTarget.value })}
                />
              )}
              <RemoveButton
                label={t('applications.paths.remove', { path: rule.path })}
                onClick={() => form.removeListItem('path_rules', at)}
              />
            </Group>
          ))}
        </Stack>
      </OperationForm>
    </Section>
  );
};
