// Runs before the first paint; the key and the values are those of the colour-scheme switch.
(() => {
  let stored = null;
  try {
    stored = window.localStorage.getItem('castellan-color-scheme');
  } catch {
    // Storage may be refused; the system's scheme is shown then.
  }
  const dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
