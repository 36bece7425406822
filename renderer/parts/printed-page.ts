const scheme = 'data-mantine-color-scheme';

/** Prints in light colors: on paper, light text has no dark ground. */
export const printInLight = (page: Window): void => {
  const root = page.document.documentElement;
  let before: string | undefined;
  page.addEventListener('beforeprint', () => {
    before ??= root.getAttribute(scheme) ?? 'light';
    root.setAttribute(scheme, 'light');
  });
  page.addEventListener('afterprint', () => {
    if (before !== undefined) root.setAttribute(scheme, before);
    before = undefined;
  });
};
