import { Checkbox, Group, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateApplication } from '#shared/contract/applications/update-application.ts';
import { applicationAccesses, applicationVisitors } from '#shared/rules/applications.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { listError } from '../../components/field-errors.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { searchChoices } from '../../components/search-choices.ts';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { type Application, atLists, isForNobody, type WhoValues, whoOf } from './applications.logic.ts';

const schema = updateApplication.input
  .pick({ access: true, allowed_roles: true, group_ids: true, role_ids: true })
  .required();

/** Who may use an application. It applies from their next request. */
export const ApplicationWho = ({ me, application }: { me: Me; application: Application }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const of = { tenant_id: me.tenant_id, application_id: application.application_id };
  const { form, ...state } = useOperationForm<WhoValues>({
    schema,
    stored: whoOf(application),
    rename: atLists('group_ids', 'role_ids'),
    recordedAs: { entries: [{ action: 'updateApplication', target: application.application_id }] },
    submit: async (_values, changed) => {
      const saved = await client.applications.updateApplication.mutate({ ...of, ...changed });
      await storeAnswer(queryClient, trpc.applications.getApplication.queryKey(of), saved);
      notifyDone(t('applications.who.saved'));
    },
  });
  const isRestricted = form.values.access === 'restricted';
  const groups = useQuery(
    trpc.groups.listGroups.queryOptions(
      { tenant_id: me.tenant_id, limit: 1_000 },
      { enabled: isRestricted && may(me, 'groups.manage') },
    ),
  );
  const roles = useQuery(
    trpc.customRoles.listCustomRoles.queryOptions({ tenant_id: me.tenant_id, limit: 1_000 }, { enabled: isRestricted }),
  );
  const chosenGroups = application.groups.map(({ group_id: value, name: label }) => ({ value, label }));
  return (
    <Section id="access" title={t('applications.who.title')}>
      <OperationForm {...state} label={t('applications.who.title')} action={t('applications.who.save')}>
        <NativeSelect
          label={t('applications.who.label')}
          description={t(`applications.who.${form.values.access}Of`)}
          data={applicationAccesses.map((value) => ({ value, label: t(`applications.accesses.${value}`) }))}
          {...form.getInputProps('access')}
        />
        {isRestricted && (
          <>
            <Stack gap={0} role="group" aria-label={t('applications.who.roles')} data-path="allowed_roles">
              <Checkbox.Group label={t('applications.who.roles')} {...form.getInputProps('allowed_roles')}>
                <Group mt="xs" gap="md">
                  {applicationVisitors.map((value) => (
                    <Checkbox
                      key={value}
                      value={value}
                      label={value === 'guest' ? t('applications.who.guests') : t(`team.roles.${value}`)}
                    />
                  ))}
                </Group>
              </Checkbox.Group>
            </Stack>
            <MultiSelect
              label={t('applications.who.groups')}
              placeholder={form.values.group_ids.length === 0 ? t('applications.who.groupsPlaceholder') : ''}
              searchable
              hidePickedOptions
              {...(may(me, 'groups.manage')
                ? searchChoices(
                    groups,
                    (known) => known.groups.map(({ group_id: value, name: label }) => ({ value, label })),
                    { nothing: t('applications.who.noGroup'), failed: t('applications.who.groupsFailed') },
                    t,
                  )
                : { data: chosenGroups, nothingFoundMessage: t('applications.who.noGroup') })}
              {...form.getInputProps('group_ids')}
              error={listError(form.errors, 'group_ids')}
            />
            <MultiSelect
              label={t('applications.who.customRoles')}
              placeholder={form.values.role_ids.length === 0 ? t('applications.who.customRolesPlaceholder') : ''}
              searchable
              hidePickedOptions
              {...searchChoices(
                roles,
                (known) => known.custom_roles.map(({ role_id: value, name: label }) => ({ value, label })),
                { nothing: t('applications.who.noCustomRole'), failed: t('applications.who.customRolesFailed') },
                t,
              )}
              {...form.getInputProps('role_ids')}
              error={listError(form.errors, 'role_ids')}
            />
            {isForNobody(form.values) && (
              <Text size="sm" c="dimmed">
                {t('applications.who.nobody')}
              </Text>
            )}
          </>
        )}
      </OperationForm>
    </Section>
  );
};
