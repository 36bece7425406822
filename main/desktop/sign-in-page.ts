import { createHash } from 'node:crypto';
import { escapeHtml } from '../mail/escape-html.ts';
import { type Language, textsIn } from './texts.ts';

/** Who asks for a user name and password. */
export interface SignInQuestion {
  /** With its port, if that isn't the default one. */
  host: string;
  isProxy: boolean;
  /** The server that the person wants to reach. */
  server: string;
  /** Whether the page offers to keep the password on this computer. */
  mayKeep: boolean;
  /** The user name that the host has just refused with its password. */
  refused: string | undefined;
}

const style = `
:root { color-scheme: light dark; font: 14px/1.5 'Inter Variable', 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#ffffff, #1b2326); color: light-dark(#1b2326, #d6dde0); }
main { min-height: 100vh; padding: 24px; display: flex; flex-direction: column; }
form { flex: 1; display: flex; flex-direction: column; }
h1 { margin: 0 0 4px; font-size: 17px; line-height: 1.35; font-weight: 650; overflow-wrap: anywhere; }
[role=alert] { color: light-dark(#b3261e, #ff9a8f); }
p { margin: 0 0 16px; color: light-dark(#556166, #94a2a8); overflow-wrap: anywhere; }
label { display: block; font-weight: 500; margin-bottom: 12px; }
label.choice { display: flex; align-items: center; gap: 8px; margin: 0; min-height: 24px; font-weight: 400; }
input:not([type=checkbox]) { display: block; width: 100%; height: 36px; margin-top: 4px; padding: 0 12px; font: inherit; color: inherit; border: 1px solid light-dark(#b9c4c8, #4a575d); border-radius: 6px; background: light-dark(#ffffff, #141a1d); }
input:focus-visible, button:focus-visible { outline: 2px solid light-dark(#146a5d, #52b09e); outline-offset: 1px; }
input[type=checkbox] { width: 16px; height: 16px; margin: 0; accent-color: light-dark(#146a5d, #52b09e); }
footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: auto; padding-top: 20px; }
button { height: 36px; padding: 0 16px; font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid light-dark(#b9c4c8, #4a575d); color: inherit; background: none; }
button[type=submit] { border-color: #146a5d; background: #146a5d; color: #fff; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page that asks for a user name and password. Its preload script sends what the person enters. */
export const signInPage = ({ host, isProxy, server, mayKeep, refused }: SignInQuestion, language: Language): string => {
  const { signIn } = textsIn(language);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(signIn.title(host))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(signIn.title(host))}</h1>
<p>${escapeHtml(isProxy ? signIn.proxy(server) : signIn.host(server))}</p>
${refused === undefined ? '' : `<p role="alert">${escapeHtml(signIn.refused(host))}</p>`}
<form>
<label>${escapeHtml(signIn.username)}<input name="username" autocomplete="off" spellcheck="false" value="${escapeHtml(refused ?? '')}"${refused ? '' : ' autofocus'}></label>
<label>${escapeHtml(signIn.password)}<input name="password" type="password" autocomplete="off"${refused ? ' autofocus' : ''}></label>
${mayKeep ? `<label class="choice"><input name="keeps" type="checkbox">${escapeHtml(signIn.keep)}</label>` : ''}
<footer><button id="cancel" type="button">${escapeHtml(signIn.cancel)}</button><button type="submit">${escapeHtml(signIn.action)}</button></footer>
</form>
</main>
</body>
</html>
`;
};
