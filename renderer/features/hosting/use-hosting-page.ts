import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths, patterns } from '../../paths.ts';
import type { HostingTab } from '../../search-params.ts';

/** The page of the list on a tab; the URL holds it. */
export const useHostingPage = (tab: HostingTab) => {
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: `/shell${patterns.hosting}` });
  const onPage = (next: number) =>
    void navigate({ ...paths.hosting, search: { ...(tab !== 'servers' && { tab }), ...(next > 1 && { page: next }) } });
  return { page, onPage };
};
