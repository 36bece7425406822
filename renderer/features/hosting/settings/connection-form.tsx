import { Alert, Button, NativeSelect, PasswordInput, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { updateProviderSettings } from '#shared/contract/hosting/update-provider-settings.ts';
import { hostingProviders, providerNames } from '#shared/flows/hosting-providers.ts';
import { useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { failureOf } from '../../../api/problem.ts';
import { storeAnswer } from '../../../api/store-answer.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../../components/failure-alert.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';
import { OperationForm } from '../../../components/operation-form.tsx';
import { useOperationForm } from '../../../components/use-operation-form.ts';
import { AskForApproval } from '../ask-for-approval.tsx';
import { ExperimentalNotice } from '../connection-notices.tsx';
import { problemText } from '../runs/runs.logic.ts';
import { useApprovalQuestion } from '../use-approvals.ts';
import { useRefreshHosting } from '../use-hosting.ts';
import {
  type ConnectionTest,
  connectDisabledReason,
  currencyChoices,
  currencyOf,
  type ProviderSettings,
  providerChoices,
  providerCurrency,
  settingsRequest,
  settingsValues,
  testRequest,
} from './settings.logic.ts';

const { input } = updateProviderSettings;
/** An empty key keeps the stored one; no currency takes the provider's, no amount is no limit, and no tax is learned. */
const schema = input.extend({
  key: z.union([z.literal(''), input.shape.key]),
  currency: z.union([z.literal(''), input.shape.currency]),
  monthly_budget: z.union([z.literal(''), input.shape.monthly_budget]),
  approval_limit: z.union([z.literal(''), input.shape.approval_limit]),
  tax_percent: z.union([z.literal(''), input.shape.tax_percent]),
});

export const ConnectionForm = ({ settings }: { settings: ProviderSettings }) => {
  const { t, i18n } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useRefreshHosting();
  const ask = useApprovalQuestion();
  const { form, ...state } = useOperationForm({
    schema,
    stored: settingsValues(settings),
    recordedAs: { entries: [{ action: 'updateProviderSettings' }] },
    submit: async (values) => {
      const stored = await ask.unlessApproved(() =>
        client.hosting.updateProviderSettings.mutate(settingsRequest(values)),
      );
      form.setFieldValue('key', '');
      // Prices and orders of another account don't apply here.
      queryClient.removeQueries({ ...trpc.hosting.pathFilter(), type: 'inactive' });
      await storeAnswer(queryClient, trpc.hosting.getProviderSettings.queryKey({}), stored);
      notifyDone(t('hosting.settings.saved'));
      try {
        await client.hosting.syncServers.mutate({});
      } catch (error) {
        // Saved anyway, so that the user can fix it here.
        notifyFailure(t('hosting.sync.failed'), error);
      }
      await refresh();
    },
  });
  const values = form.getValues();
  const isLive = values.mode === 'live';
  const currency = currencyOf(values, settings);
  const changeProvider = (value: string) => {
    const provider = providerNames.find((name) => name === value);
    // Each provider has its own address.
    if (provider) form.setValues({ provider, base_url: hostingProviders[provider].baseUrl });
  };
  const disabledReason = connectDisabledReason(values, settings, t);
  const test = useMutation(trpc.hosting.testProviderConnection.mutationOptions());
  const tryOut = () => {
    // Show what the contract would reject at its field instead of asking the service.
    if (!form.validate().hasErrors) test.mutate(testRequest(form.getValues()));
  };
  return (
    <OperationForm
      {...state}
      action={t('hosting.settings.save')}
      reason={disabledReason}
      beside={
        <DisabledWithReason reason={disabledReason}>
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={18} aria-hidden />}
            loading={test.isPending}
            onClick={tryOut}
          >
            {t('hosting.test.action')}
          </Button>
        </DisabledWithReason>
      }
    >
      <Radio.Group label={t('hosting.settings.mode')} {...form.getInputProps('mode')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="sandbox"
            label={t('hosting.settings.sandbox')}
            description={t('hosting.settings.sandboxHint')}
          />
          <Radio value="live" label={t('hosting.settings.live')} description={t('hosting.settings.liveHint')} />
        </Stack>
      </Radio.Group>
      {isLive && (
        <>
          <NativeSelect
            label={t('hosting.settings.provider')}
            data={providerChoices(t)}
            {...form.getInputProps('provider')}
            onChange={({ currentTarget }) => changeProvider(currentTarget.value)}
          />
          <ExperimentalNotice provider={values.provider} />
          <PasswordInput
            label={t('hosting.settings.key')}
            description={
              settings.key_last4 === null
                ? t('hosting.settings.keyHint')
                : t('hosting.settings.keyStored', { last4: settings.key_last4 })
            }
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('key')}
          />
          <TextInput
            label={t('hosting.settings.baseUrl')}
            description={t('hosting.settings.baseUrlHint')}
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            {...form.getInputProps('base_url')}
          />
          <NativeSelect
            label={t('hosting.settings.currency')}
            description={t('hosting.settings.currencyHint')}
            data={[
              { value: '', label: providerCurrency(values.provider, settings, t) },
              ...currencyChoices(i18n.language),
            ]}
            {...form.getInputProps('currency')}
          />
          <Switch
            label={t('hosting.settings.private')}
            description={t('hosting.settings.privateHint')}
            {...form.getInputProps('allow_private_addresses', { type: 'checkbox' })}
          />
        </>
      )}
      {hostingProviders[values.provider].capabilities.changes === 'order' && (
        <MoneyInput
          unit="%"
          label={t('hosting.settings.tax')}
          description={t('hosting.settings.taxHint')}
          {...form.getInputProps('tax_percent')}
        />
      )}
      <MoneyInput
        unit={currency}
        label={t('hosting.settings.budget')}
        description={t('hosting.settings.budgetHint')}
        {...form.getInputProps('monthly_budget')}
      />
      <MoneyInput
        unit={currency}
        label={t('hosting.settings.approval')}
        description={t('hosting.settings.approvalHint')}
        {...form.getInputProps('approval_limit')}
      />
      {values.approval_limit.trim() !== '' && !settings.has_other_owner && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {t('hosting.settings.approvalAlone')}
        </Alert>
      )}
      {ask.question && (
        <AskForApproval
          question={ask.question}
          asked={{ kind: 'limit', approval_limit: values.approval_limit.trim() || null }}
        />
      )}
      {test.data && !test.isPending && <TestResult result={test.data} />}
      {test.error && <FailureAlert failure={failureOf(test.error)} title={t('hosting.test.failed')} onRetry={tryOut} />}
    </OperationForm>
  );
};

/** The provider's answer, or what is wrong and what to do about it. */
const TestResult = ({ result: { ok, reason, message, servers } }: { result: ConnectionTest }) => {
  const { t } = useTranslation();
  if (ok) {
    return (
      <Alert color="verdigris" role="status" title={t('hosting.test.ok')} icon={<IconCheck aria-hidden />}>
        {servers !== null && t('hosting.test.servers', { count: servers })}
      </Alert>
    );
  }
  const { title, advice } = problemText({ reason: reason ?? 'unexpected_shape' }, t);
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap={4}>
        {message !== null && (
          <Text size="sm" className="break-anywhere">
            {t('hosting.problem.said', { message })}
          </Text>
        )}
        <Text size="sm">{advice}</Text>
      </Stack>
    </Alert>
  );
};
