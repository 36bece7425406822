import { Alert, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLinkToken, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths, patterns } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';
import { MissingToken } from './broken-link.tsx';

export const CancelEmailChangePage = () => {
  const token = useLinkToken(patterns.cancelEmailChange);
  const trpc = useTRPC();
  const cancel = useMutation(trpc.profile.cancelEmailChange.mutationOptions());
  return (
    <AuthCard
      title="Keep your e-mail address"
      lead="Takes the change of your account’s address back."
      footer={<AnchorLink {...paths.login}>Back to sign in</AnchorLink>}
    >
      {token === undefined && <MissingToken />}
      {cancel.error && <FailureAlert failure={failureOf(cancel.error)} />}
      {cancel.data ? (
        <Alert color="verdigris" role="status" title="Your address stays" icon={<IconCheck aria-hidden />}>
          {cancel.data.message} If you did not ask for the change, choose a new password now:{' '}
          <AnchorLink {...paths.forgot} underline="always">
            reset your password
          </AnchorLink>
          .
        </Alert>
      ) : (
        token !== undefined && (
          <Button fullWidth autoFocus loading={cancel.isPending} onClick={() => cancel.mutate({ token })}>
            Keep my present address
          </Button>
        )
      )}
    </AuthCard>
  );
};
