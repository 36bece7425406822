import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { storeAnswer } from '../../api/store-answer.ts';
import { notifyDone } from '../../components/notify.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { type PolicyChange, policiesDisabledReason } from './policies.logic.ts';

/** A form over some policies. Read-only, with a reason, for roles that can't change them. */
export const usePolicyForm = <Values extends PolicyChange & Record<string, unknown>>(
  me: Me,
  schema: z.ZodType,
  stored: Values,
) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { tenant_id } = me;
  const reason = policiesDisabledReason(me, t);
  const state = useOperationForm<Values>({
    schema,
    stored,
    recordedAs: { entries: [{ action: 'updatePolicies' }] },
    edits: true,
    submit: async (_values, changed) => {
      const saved = await client.organization.updatePolicies.mutate({ tenant_id, ...changed });
      await storeAnswer(queryClient, trpc.organization.getPolicies.queryKey({ tenant_id }), saved);
      notifyDone(t('settings.organization.saved'));
    },
  });
  return { ...state, reason, readOnly: reason !== undefined };
};
