import { useNavigate } from '@tanstack/react-router';
import { useLinkTokens } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { paths, patterns } from '../../paths.ts';

/** Goes on to the second factor where the service asks for it, and throws whatever else has failed. */
export const useSecondStep = () => {
  const linkTokens = useLinkTokens();
  const navigate = useNavigate();
  return async (error: unknown, returnTo?: string): Promise<void> => {
    const problem = problemOf(error);
    if (problem?.code !== 'SECOND_FACTOR_REQUIRED' || !problem.second_factor_token) throw error;
    linkTokens.put(patterns.secondFactor, problem.second_factor_token);
    await navigate({ ...paths.secondFactor, search: returnTo ? { return_to: returnTo } : {} });
  };
};
