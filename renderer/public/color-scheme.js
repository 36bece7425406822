// Runs before the first paint. Key and values must match the color scheme switch.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('castellan-color-scheme');
  } catch {
    // Storage may be blocked; use the system's scheme then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
