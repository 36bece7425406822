import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useLinkToken, useLinkTokens, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { NewPasswordInput } from '../../components/new-password-input.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { MissingToken } from './broken-link.tsx';
import { useEnter } from './use-enter.ts';
import { useSecondStep } from './use-second-step.ts';

type Invitation = OutputOf<typeof contract.team.lookupInvitation>;

const footer = <AnchorLink {...paths.login}>Back to sign in</AnchorLink>;

export const InvitePage = () => {
  const token = useLinkToken(patterns.invite);
  if (token === undefined) {
    return (
      <AuthCard title="Accept an invitation" footer={footer}>
        <MissingToken />
      </AuthCard>
    );
  }
  return <Invited key={token} token={token} />;
};

const Invited = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  // The token is the invitation's secret: it is looked up anew rather than kept after the page is left.
  const lookup = useQuery(trpc.team.lookupInvitation.queryOptions({ token }, { gcTime: 0, staleTime: Infinity }));
  const invitation = lookup.data;
  return (
    <AuthCard
      title={invitation ? `Join ${invitation.tenant_name}` : 'Accept an invitation'}
      lead={invitation && <Terms invitation={invitation} />}
      footer={footer}
    >
      <Loadable state={lookup} what="The invitation" loading={<PageLoader />}>
        {(found) => <AcceptForm token={token} email={found.email} />}
      </Loadable>
    </AuthCard>
  );
};

const Terms = ({ invitation }: { invitation: Invitation }) => (
  <>
    {invitation.invited_by} invites {invitation.email} as {invitation.role}
    {invitation.workspaces.length > 0 && `, with access to ${invitation.workspaces.join(', ')}`}. The invitation expires{' '}
    <Timestamp value={invitation.expires_at} show="relative" />.
  </>
);

const AcceptForm = ({ token, email }: { token: string; email: string }) => {
  const client = useTRPCClient();
  const linkTokens = useLinkTokens();
  const enter = useEnter();
  const secondStep = useSecondStep();
  const { form, ...state } = useOperationForm({
    schema: contract.team.acceptInvitation.input.pick({ name: true, password: true }),
    initialValues: { name: '', password: '' },
    fieldOfCode: { WEAK_PASSWORD: 'password' },
    submit: async (values) => {
      try {
        await enter(await client.team.acceptInvitation.mutate({ token, ...values }));
      } catch (error) {
        await secondStep(error);
      }
      linkTokens.forget(patterns.invite);
    },
  });
  return (
    <OperationForm {...state} action="Accept invitation" fullWidth>
      <TextInput label="E-mail" type="email" autoComplete="username" value={email} readOnly />
      <TextInput label="Full name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
      <NewPasswordInput
        label="Password"
        own={[email, form.values.name]}
        {...form.getInputProps('password')}
        value={form.values.password}
      />
    </OperationForm>
  );
};
