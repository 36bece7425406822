import { billingCycles } from '#shared/flows/hosting.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Approval } from './use-approvals.ts';

const cycleName = (wanted: string | null, t: Translate): string => {
  const cycle = billingCycles.find((each) => each === wanted);
  return cycle ? t(`hosting.cycles.${cycle}`) : (wanted ?? '');
};

/** What an approval is about, such as "Upgrade of web-1". */
const approvalTopic = ({ kind, server_label, wanted }: Approval, t: Translate): string => {
  const server = server_label ?? '';
  switch (kind) {
    case 'upgrade':
      return t('hosting.approvals.what.upgrade', { server });
    case 'billing_cycle':
      return t('hosting.approvals.what.billing_cycle', { server, wanted: cycleName(wanted, t) });
    case 'service_level':
      return t('hosting.approvals.what.service_level', {
        server,
        wanted: t(wanted === 'managed' ? 'hosting.levels.managed' : 'hosting.levels.unmanaged'),
      });
    case 'limit':
      return t('hosting.approvals.what.noLimit');
  }
};

/** The same with what it costs. */
export const approvalText = (approval: Approval, money: (amount: string) => string, t: Translate): string => {
  const what = approvalTopic(approval, t);
  const { amount, kind } = approval;
  if (kind === 'limit') return amount === null ? what : t('hosting.approvals.what.limit', { amount: money(amount) });
  return t('hosting.approvals.of', {
    what,
    amount: amount === null ? t('hosting.approvals.unknownCost') : money(amount),
  });
};
