import { Alert, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLoaderData, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { textLimits } from '#shared/rules/limits.ts';
import {
  type Account,
  type AskedByDevice,
  type Decision,
  decideDevice,
  readDevice,
} from '../../api/application-requests.ts';
import { failureOf, problemOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-layout.tsx';
import { DecisionButtons, Learned, SignedInAs } from './consent-parts.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { useDeviceObstacle } from './use-device-obstacle.ts';

/** Connects a device that has no browser: people type the code that it shows. */
export const DevicePage = () => {
  const { t } = useTranslation();
  const { account, sends_email, passkeys } = useLoaderData({ from: '/auth/device' });
  const { account: isOther } = useSearch({ from: '/auth/device' });
  if (account && !isOther) return <Connect account={account} />;
  return <SignInCard title={t('auth.device.signIn')} offer={{ sends_email, passkeys, preloadHome: () => {} }} />;
};

/** A device that waits, with the code that it shows. */
interface Waiting {
  code: string;
  asked: AskedByDevice;
}

const Connect = ({ account }: { account: Account }) => {
  const [waiting, setWaiting] = useState<Waiting>();
  const [decided, setDecided] = useState<Decision>();
  if (decided) return <Decided decision={decided} />;
  if (waiting) return <Confirm account={account} {...waiting} onDecided={setDecided} />;
  return <CodeForm account={account} onFound={setWaiting} />;
};

/** The code comes from a link at times. It is never sent by itself: someone has to compare it. */
const CodeForm = ({ account, onFound }: { account: Account; onFound: (waiting: Waiting) => void }) => {
  const { t } = useTranslation();
  const { user_code = '' } = useSearch({ from: '/auth/device' });
  const meet = useDeviceObstacle(account);
  const { form, ...state } = useOperationForm({
    schema: z.object({ user_code: z.string().trim().min(1).max(textLimits.code) }),
    initialValues: { user_code },
    submit: async ({ user_code: typed }) => {
      const code = typed.trim();
      try {
        onFound({ code, asked: await readDevice(code) });
      } catch (error) {
        if (problemOf(error)?.code !== 'NOT_FOUND') {
          await meet(error, code);
          throw error;
        }
        form.setFieldError('user_code', t('auth.device.unknown'));
        form.getInputNode('user_code')?.focus();
      }
    },
  });
  return (
    <AuthCard title={t('auth.device.title')} lead={t('auth.device.lead')}>
      <OperationForm {...state} action={t('auth.device.next')} fullWidth>
        <TextInput
          label={t('auth.device.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('user_code')}
        />
      </OperationForm>
      <SignedInAs account={account}>
        <AnchorLink {...paths.deviceAsAnother(form.values.user_code)} size="sm">
          {t('auth.application.otherAccount')}
        </AnchorLink>
      </SignedInAs>
    </AuthCard>
  );
};

interface ConfirmProps extends Waiting {
  account: Account;
  onDecided: (decision: Decision) => void;
}

const Confirm = ({ account, code, asked: { application, scopes }, onDecided }: ConfirmProps) => {
  const { t } = useTranslation();
  const named = { application: application.name };
  const meet = useDeviceObstacle(account);
  const decision = useMutation({
    mutationFn: (decided: Decision) => decideDevice(code, decided),
    onError: (error) => meet(error, code),
    onSuccess: (_answer, decided) => onDecided(decided),
  });
  return (
    <AuthCard title={t('auth.device.confirm', named)} isNews>
      <Alert color="yellow" title={t('auth.device.warning.title')} icon={<IconAlertTriangle aria-hidden />}>
        {t('auth.device.warning.text', { code })}
      </Alert>
      <SignedInAs account={account}>
        <AnchorLink {...paths.deviceAsAnother(code)} size="sm">
          {t('auth.application.otherAccount')}
        </AnchorLink>
      </SignedInAs>
      <Learned lead={t('auth.device.learns', named)} scopes={scopes} />
      {decision.error && <FailureAlert failure={failureOf(decision.error)} />}
      <DecisionButtons decided={decision.isPending ? decision.variables : undefined} onDecide={decision.mutate} />
    </AuthCard>
  );
};

const Decided = ({ decision }: { decision: Decision }) => {
  const { t } = useTranslation();
  return decision === 'go-on' ? (
    <AuthCard title={t('auth.device.done.title')} lead={t('auth.device.done.text')} isNews />
  ) : (
    <AuthCard title={t('auth.device.refused.title')} lead={t('auth.device.refused.text')} isNews />
  );
};
