import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { updateTenant } from '#shared/contract/organization/update-tenant.ts';
import { paragraphsWithoutLinks } from '#shared/text-input/link-free.ts';
import { invitationTexts } from '#shared/texts/invitation-texts.ts';
import { type Me, useTenant, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { useAccentStyle } from '../../components/accent-style.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { Section } from '../../components/page.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { policiesDisabledReason } from './policies.logic.ts';

const schema = updateTenant.input.pick({ invitation_text: true }).required();

/** What invitation emails say, which owners change. */
export const InvitationTextSection = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const tenant = useTenant(me);
  return (
    <Section
      id="invitation-text"
      title={t('settings.organization.invitationText.title')}
      lead={t('settings.organization.invitationText.lead')}
    >
      {tenant && <InvitationTextForm me={me} tenant={tenant} />}
    </Section>
  );
};

interface Tenant {
  name: string;
  accent: string | null;
  invitation_text: string | null;
}

const InvitationTextForm = ({ me, tenant }: { me: Me; tenant: Tenant }) => {
  const { t } = useTranslation();
  const { tenant_id } = me;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const reason = policiesDisabledReason(me, t);
  const { form, ...state } = useOperationForm<{ invitation_text: string | null }>({
    schema,
    stored: { invitation_text: tenant.invitation_text },
    recordedAs: { entries: [{ action: 'updateTenant' }] },
    submit: async (_values, changed) => {
      const saved = await client.organization.updateTenant.mutate({ tenant_id, ...changed });
      await storeAnswer(queryClient, trpc.organization.getTenant.queryKey({ tenant_id }), saved);
      notifyDone(t('settings.organization.invitationText.saved'));
    },
  });
  const { value, onChange, ...input } = form.getInputProps('invitation_text');
  const text: string | null = value;
  return (
    <OperationForm
      {...state}
      reason={reason}
      label={t('settings.organization.invitationText.title')}
      action={t('settings.organization.save')}
      beside={
        reason === undefined && (
          <Button variant="default" disabled={text === null} onClick={() => onChange(null)}>
            {t('settings.organization.invitationText.reset')}
          </Button>
        )
      }
    >
      <OpenServerNotice />
      <Textarea
        label={t('settings.organization.invitationText.field')}
        description={t('settings.organization.invitationText.hint')}
        placeholder={textsOf(useTranslation().i18n.language).about(tenant.name)}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={500}
        readOnly={reason !== undefined}
        maw={640}
        value={text ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
        {...input}
      />
      <InvitationPreview me={me} tenant={{ ...tenant, invitation_text: text }} />
    </OperationForm>
  );
};

/** DECISION 0281: where strangers can found organizations, invitations keep the usual text. */
const OpenServerNotice = () => {
  const { t } = useTranslation();
  const welcome = useQuery(useTRPC().welcome.getWelcome.queryOptions({})).data;
  if (welcome?.sign_ups !== 'open') return null;
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />}>
      {t('settings.organization.invitationText.openServer')}
    </Alert>
  );
};

const textsOf = (language: string) => invitationTexts[language === 'de' ? 'de' : 'en'];

/** The part of the email above and at its button. */
const InvitationPreview = ({ me, tenant }: { me: Me; tenant: Tenant }) => {
  const { t, i18n } = useTranslation();
  const style = useAccentStyle(tenant.accent);
  const texts = textsOf(i18n.language);
  const own = paragraphsWithoutLinks(tenant.invitation_text ?? '');
  const paragraphs = [
    texts.invited(`${me.name} (${me.email})`, tenant.name, t('roles.article.member')),
    ...(own.length > 0 ? own : [texts.about(tenant.name)]),
    texts.accept,
  ];
  return (
    <Stack
      component="figure"
      aria-label={t('settings.organization.invitationText.preview')}
      gap="xs"
      m={0}
      maw={640}
      className="preview"
    >
      <Text component="figcaption" size="xs" c="dimmed">
        {t('settings.organization.invitationText.preview')}
      </Text>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same, and none moves
        <Text key={index} size="sm" className="break-anywhere">
          {paragraph}
        </Text>
      ))}
      <Button component="span" w="fit-content" {...(style && { style })}>
        {texts.action}
      </Button>
    </Stack>
  );
};
