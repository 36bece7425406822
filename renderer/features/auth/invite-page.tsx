import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import { acceptInvitation } from '#shared/contract/team/accept-invitation.ts';
import type { lookupInvitation } from '#shared/contract/team/lookup-invitation.ts';
import { useLinkToken, useLinkTokens, useTRPCClient } from '../../api/context.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { PageLoader } from '../../components/route-states.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { richText } from '../../languages/rich-text.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard, MissingToken } from './auth-layout.tsx';
import { useCompleteSignIn, useInitialPreferences, useSecondStep } from './use-complete-sign-in.ts';
import { useGoingTo } from './use-way-on.ts';

type Invitation = OutputOf<typeof lookupInvitation>;

/** @param slug of the organization's own sign-in page */
const BackToSignIn = ({ slug }: { slug?: string | null | undefined }) => {
  const { t } = useTranslation();
  return (
    <AnchorLink {...(slug == null ? paths.login : paths.signIn(slug))} search={useGoingTo()}>
      {t('auth.back')}
    </AnchorLink>
  );
};

export const InvitePage = () => {
  const { t } = useTranslation();
  const token = useLinkToken(patterns.invite);
  if (token === undefined) {
    return (
      <AuthCard title={t('auth.invite.title')} footer={<BackToSignIn />}>
        <MissingToken />
      </AuthCard>
    );
  }
  return <Invited key={token} token={token} />;
};

const Invited = ({ token }: { token: string }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  // The token is the invitation's secret. It travels in a body, and nothing is cached after leaving the page.
  const lookup = useQuery({
    queryKey: ['lookupInvitation', token],
    queryFn: () => client.team.lookupInvitation.mutate({ token }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const invitation = lookup.data;
  return (
    <AuthCard
      title={invitation ? t('auth.invite.join', { tenant: invitation.tenant_name }) : t('auth.invite.title')}
      lead={invitation && <Terms invitation={invitation} />}
      footer={<BackToSignIn slug={invitation?.sign_in_slug} />}
    >
      <QueryBoundary state={lookup} subject={t('auth.invite.what')} loading={<PageLoader />}>
        {(found) => <AcceptForm token={token} email={found.email} min={found.password_min_length} />}
      </QueryBoundary>
    </AuthCard>
  );
};

const Terms = ({ invitation }: { invitation: Invitation }) => {
  const { invited_by, email, role, guest, workspaces, expires_at } = invitation;
  const { t } = useTranslation();
  const named = {
    inviter: invited_by,
    email,
    role: t(`roles.article.${guest ? 'guest' : role}`),
    workspaces: workspaces.join(', '),
  };
  return richText({ expires: <Timestamp value={expires_at} show="deadline" /> }, (marks) =>
    t(workspaces.length > 0 ? 'auth.invite.termsWithWorkspaces' : 'auth.invite.terms', { ...named, ...marks }),
  );
};

const AcceptForm = ({ token, email, min }: { token: string; email: string; min: number }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const linkTokens = useLinkTokens();
  const completeSignIn = useCompleteSignIn();
  const secondStep = useSecondStep();
  const preferences = useInitialPreferences();
  const { form, ...state } = useOperationForm({
    schema: acceptInvitation.input.pick({ name: true, password: true }),
    initialValues: { name: '', password: '' },
    called: { name: 'full_name', password: 'new_password' },
    fieldOfCode: { WEAK_PASSWORD: 'password' },
    submit: async (values) => {
      try {
        await completeSignIn(await client.team.acceptInvitation.mutate({ token, ...values, preferences }));
      } catch (error) {
        await secondStep(error);
      }
      linkTokens.forget(patterns.invite);
    },
  });
  return (
    <OperationForm {...state} action={t('auth.invite.action')} fullWidth>
      <TextInput label={t('common.email')} type="email" autoComplete="username" value={email} readOnly />
      <TextInput label={t('common.fullName')} autoComplete="name" autoFocus {...form.getInputProps('name')} />
      <NewPasswordInput
        label={t('auth.password')}
        {...form.getInputProps('password')}
        value={form.values.password}
        min={min}
      />
    </OperationForm>
  );
};
