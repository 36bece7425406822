import { endReasons } from '#shared/errors.ts';
import { choiceParam, present, textParam } from '../../search-params.ts';

export const readLoginSearch = (search: Record<string, unknown>) =>
  present({
    reason: choiceParam(search.reason, endReasons),
    notice: choiceParam(search.notice, ['verified'] as const),
    return_to: textParam(search.return_to),
  });

export const readRestoreSearch = (search: Record<string, unknown>) => {
  const until = textParam(search.until);
  return present({ until: until !== undefined && !Number.isNaN(Date.parse(until)) ? until : undefined });
};

export const readSecondFactorSearch = (search: Record<string, unknown>) =>
  present({ return_to: textParam(search.return_to) });
