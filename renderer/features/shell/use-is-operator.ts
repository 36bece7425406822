import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

/** Whether the user operates this server. Asked once, and only where it is shown: few users do. */
export const useIsOperator = (enabled: boolean): boolean =>
  useQuery(useTRPC().installation.getOperatorAccess.queryOptions({}, { enabled, staleTime: Number.POSITIVE_INFINITY }))
    .data?.operator === true;
