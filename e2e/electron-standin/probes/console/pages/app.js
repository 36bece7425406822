window.apiAtStart = typeof window.api;
window.api.onMenu((x) => {
  document.querySelector('#menu').textContent = `menu:${x}`;
});
document.querySelector('#go').addEventListener('click', async () => {
  const ipc = await window.api.ping('from-page');
  const http = await (await fetch('/trpc/ping', { method: 'POST', body: '{}' })).json();
  document.querySelector('#out').textContent = JSON.stringify({ pong: ipc.pong, http }, null, 1);
});
