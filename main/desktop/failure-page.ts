import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../mail/escape-html.ts';
import type { StartFailure } from './service.ts';
import { type Language, textsIn } from './texts.ts';

export interface FailurePlaces {
  logFile: string;
  dataDir: string | undefined;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f5f8f8, #141a1d); color: light-dark(#1b2326, #d6dde0); }
main { box-sizing: border-box; width: min(640px, 100vw - 48px); padding: 32px; border: 1px solid light-dark(#dde4e6, #303b40); border-radius: 8px; background: light-dark(#ffffff, #1b2326); }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.3; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 24px; font-size: 14px; }
dt { color: light-dark(#556166, #94a2a8); }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, 'Liberation Mono', monospace; }
a { display: inline-block; padding: 8px 18px; border-radius: 4px; background: #146a5d; color: #fff; text-decoration: none; font-weight: 600; }
a:focus-visible { outline: 2px solid light-dark(#146a5d, #52b09e); outline-offset: 2px; }
`;

/**
 * Shown instead of the console while the service is down: the reason, what to do, and where to read more. Needs no
 * script; reloading the page tries again.
 */
export const failurePage = (
  failure: StartFailure | undefined,
  { logFile, dataDir }: FailurePlaces,
  language: Language,
): Response => {
  const texts = textsIn(language);
  const nonce = randomBytes(16).toString('base64url');
  const places = [
    [texts.failedLog, logFile],
    [texts.failedData, dataDir],
  ].flatMap(([term, path]) =>
    term !== undefined && path !== undefined ? [`<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(path)}</dd>`] : [],
  );
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Castellan</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(texts.failedTitle)}</h1>
<p role="alert">${escapeHtml(failure?.message ?? '')}</p>
<p>${escapeHtml(texts.advice[failure?.kind ?? 'other'])}</p>
<dl>${places.join('')}</dl>
<a href="/">${escapeHtml(texts.failedTry)}</a>
</main>
</body>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
};
