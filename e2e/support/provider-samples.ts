import type { AskedForHost, AskedOfPerson } from '../../renderer/api/application-requests.ts';

const application = { name: 'Team wiki' };
const account = { name: 'Priya Nair', email: 'priya.nair@example.com' };

/** What sign-ins to an application ask in pictures, by their IDs: the sample data is on a server without https, which has none. */
const interactionSamples: Readonly<Record<'sign-in' | 'again' | 'consent' | 'refused', AskedOfPerson>> = {
  'sign-in': { prompt: 'login', application, scopes: ['openid'], account: null, obstacle: 'UNAUTHENTICATED' },
  again: { prompt: 'login', application, scopes: ['openid'], account, obstacle: 'UNAUTHENTICATED' },
  consent: {
    prompt: 'consent',
    application,
    scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
    account,
    obstacle: null,
  },
  refused: { prompt: 'login', application, scopes: ['openid'], account, obstacle: 'FORBIDDEN' },
};

const onTheWay = {
  prompt: 'login',
  application: { name: 'Build server' },
  scopes: [],
  asks_second_factor: false,
} as const;

/** The same on the way to a protected host, by their tickets. */
const hostSamples: Readonly<Record<'sign-in' | 'factor' | 'refused', AskedForHost>> = {
  'sign-in': { ...onTheWay, account: null, obstacle: 'UNAUTHENTICATED' },
  factor: { ...onTheWay, account, obstacle: 'UNAUTHENTICATED', asks_second_factor: true },
  refused: { ...onTheWay, account, obstacle: 'FORBIDDEN' },
};

/** What the provider answers in pictures, by its path below the base. */
export const providerSamples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(interactionSamples).map(([uid, asked]) => [`oauth2/interaction/${uid}/asked`, asked]),
  ),
  ...Object.fromEntries(
    Object.entries(hostSamples).map(([ticket, asked]) => [`forward-auth/sign-in/asked?ticket=${ticket}`, asked]),
  ),
  'oauth2/logout/asked': { application },
  'oauth2/session': { user_id: 'user_1', ...account },
  'oauth2/device/asked': { application: { name: 'Television' }, scopes: ['openid', 'profile', 'offline_access'] },
};

/** Runs in the page. */
export const answerForProvider = (samples: Record<string, unknown>): void => {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const path = String(request[0]);
    return Object.hasOwn(samples, path) ? Response.json(samples[path]) : fetch(...request);
  };
};
