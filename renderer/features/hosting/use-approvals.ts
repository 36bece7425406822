import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { listApprovals } from '#shared/contract/hosting/list-approvals.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useTRPC } from '../../api/context.tsx';
import { NotConfirmedError, problemOf } from '../../api/problem.ts';

export type Approval = OutputOf<typeof listApprovals>['approvals'][number];

/** Why the service wants another owner to agree first. Amounts as it sends them. */
export interface ApprovalQuestion {
  reason: 'approval_needed' | 'approval_unknown' | 'approval_limit_kept';
  amount: string;
  limit: string;
}

/** What waits for an owner's agreement, or has it. Empty until loaded. */
export const useApprovals = (): readonly Approval[] =>
  useQuery(useTRPC().hosting.listApprovals.queryOptions({})).data?.approvals ?? [];

const questionOf = (error: unknown): ApprovalQuestion | undefined => {
  const { reason, params: { amount = '', limit = '' } = {} } = problemOf(error) ?? {};
  const reasons = ['approval_needed', 'approval_unknown', 'approval_limit_kept'] as const;
  const found = reasons.find((each) => each === reason);
  return found && { reason: found, amount: String(amount), limit: String(limit) };
};

/** Remembers that a change wasn't made because another owner has to agree, so that its screen offers to ask. */
export const useApprovalQuestion = () => {
  const [question, setQuestion] = useState<ApprovalQuestion>();
  /** @throws NotConfirmedError in place of the service's refusal, which the screen shows as the question */
  const unlessApproved = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      const answer = await call();
      setQuestion(undefined);
      return answer;
    } catch (error) {
      const asked = questionOf(error);
      setQuestion(asked);
      throw asked ? new NotConfirmedError() : error;
    }
  };
  return { question, unlessApproved, forget: () => setQuestion(undefined) };
};
