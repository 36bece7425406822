import { contract } from '#shared/contract/index.ts';
import { hour, lifetimes } from '#shared/limits.ts';
import { useTRPCClient } from '../../api/context.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { MailRequestForm } from './mail-request-form.tsx';

export const ForgotPage = () => {
  const client = useTRPCClient();
  return (
    <AuthCard
      title="Forgot your password?"
      lead={`You will get a mail with a link to choose a new one. The link is good for ${lifetimes.resetLink / hour} hour.`}
      footer={<AnchorLink {...paths.login}>Back to sign in</AnchorLink>}
    >
      <MailRequestForm
        schema={contract.auth.forgotPassword.input}
        action="Send the link"
        request={(values) => client.auth.forgotPassword.mutate(values)}
      />
    </AuthCard>
  );
};
