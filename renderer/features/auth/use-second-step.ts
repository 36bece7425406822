import { useNavigate } from '@tanstack/react-router';
import { useLinkTokens } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { paths, patterns } from '../../paths.ts';

/** Goes to the second factor if the service requires it; rethrows any other failure. */
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
