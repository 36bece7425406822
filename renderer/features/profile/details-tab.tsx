import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ProfileField, profileFields, profileInput, profileOf } from '#shared/contract/profile/fields.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useRefreshMe, useTenant, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { verificationKey } from '../../components/verification.logic.ts';
import { ResendVerification } from './resend-verification.tsx';

const inputs = {
  name: { label: 'common.fullName', autoComplete: 'name' },
} as const satisfies Record<ProfileField, { label: string; autoComplete: string }>;

export const DetailsTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshMe = useRefreshMe();
  const { form, ...state } = useOperationForm({
    schema: profileInput,
    stored: profileOf(me),
    called: { name: 'full_name' },
    recordedAs: { entries: [{ action: 'updateMe' }], isOwn: true },
    submit: async (_values, changed) => {
      const { user } = await client.profile.updateMe.mutate(changed);
      form.setValues(profileOf(user));
      await refreshMe();
      notifyDone(t('profile.details.saved'));
    },
  });
  return (
    <Stack gap="lg">
      <Section title={t('profile.details.name.title')} lead={t('profile.details.name.lead')}>
        <OperationForm {...state} action={t('profile.details.save')}>
          {profileFields.map((field) => (
            <TextInput
              key={field}
              label={t(inputs[field].label)}
              autoComplete={inputs[field].autoComplete}
              maw={420}
              {...form.getInputProps(field)}
            />
          ))}
        </OperationForm>
      </Section>
      <Section title={t('profile.details.account')}>
        <Facts
          rows={[
            { name: t('common.email'), value: <Email me={me} /> },
            { name: t('profile.details.role'), value: t(`team.roles.${me.role}`) },
            { name: t('profile.details.since'), value: <Timestamp value={me.created_at} show="date" /> },
            { name: t('profile.details.id'), value: me.user_id },
          ]}
        />
      </Section>
    </Stack>
  );
};

const Email = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const tenant = useTenant(me);
  const trpc = useTRPC();
  const [opened, dialog] = useDisclosure();
  const target = { tenant_id: me.tenant_id, user_id: me.user_id };
  const own = useQuery(trpc.team.getMember.queryOptions(target, { enabled: may(me, 'team.read') })).data;
  const verification = me.email_verified ? own && verificationKey(own) : 'team.account.notVerified';
  const isProved = verification === 'team.account.verified';
  const isVouchedFor = me.email_verified && verification !== undefined && !isProved;
  const getsLink = !me.email_verified && tenant?.sends_email === false && may(me, 'team.manage');
  return (
    <Group gap="xs">
      <span>{me.email}</span>
      {verification && (
        <Badge size="sm" color={isVouchedFor ? 'blue' : isProved ? 'verdigris' : 'gray'}>
          {t(verification)}
        </Badge>
      )}
      {isVouchedFor && tenant?.sends_email && (
        <ResendVerification size="compact-xs" email={me.email} label={t('profile.details.sendLink')} />
      )}
      {getsLink && (
        <Button size="compact-xs" variant="default" onClick={dialog.open}>
          {t('profile.details.getLink')}
        </Button>
      )}
      <Dialog
        opened={opened}
        onClose={dialog.close}
        title={<Text fw={600}>{t('profile.details.verification.title')}</Text>}
      >
        <Stack>
          <Text size="sm">{t('profile.details.verification.text')}</Text>
          <ShareLink
            label={t('profile.details.verification.label')}
            create={() =>
              client.team.createMemberLink.mutate({
                tenant_id: me.tenant_id,
                user_id: me.user_id,
                purpose: 'verify_email',
              })
            }
          />
        </Stack>
      </Dialog>
    </Group>
  );
};
