import { forwardAuthPaths } from '#shared/contract/http-names.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import type { Application } from './applications.logic.ts';

/** Stands in an example where the secret belongs: Castellan keeps none. */
export const secretPlaceholder = 'CLIENT_SECRET';

export interface Tried {
  /** The programs that it was tried with. */
  version: string;
  /** The day on which someone tried it by hand. If undefined, a test tries it with every version of Castellan. */
  byHandOn?: string;
}

export interface Setup {
  /** Its name, which no language translates; undefined for any other program. */
  name: string | undefined;
  /** How an example was tried, or undefined if nobody tried it. */
  tried: Tried | undefined;
  example: string;
}

type Described = Pick<Application, 'application_id' | 'redirect_uris' | 'home_url' | 'host'>;

/** Where applications read everything else. */
export const discoveryOf = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;

const originOf = (uri: string): string => /^https?:\/\/[^/?#]+/.exec(uri)?.[0] ?? 'https://app.example.com';

/** As a program names it that is at the root of its host. */
const pathOf = (uri: string): string => uri.slice(originOf(uri).length).replace(/[?#].*/s, '') || '/';

/** Examples for programs that sign people in themselves. */
const clients = ({ application_id, redirect_uris }: Described, issuer: string): Setup[] => {
  const redirect = redirect_uris[0] ?? 'https://app.example.com/callback';
  return [
    {
      name: 'Apache (mod_auth_openidc)',
      tried: { version: 'Apache 2.4, mod_auth_openidc 2.4.12' },
      example: `OIDCProviderMetadataURL ${discoveryOf(issuer)}
OIDCClientID "${application_id}"
OIDCClientSecret "${secretPlaceholder}"
OIDCRedirectURI ${redirect}
# In Castellan, as the URI told about ended sessions: ${redirect}?logout=backchannel
OIDCCryptoPassphrase "at least 32 random characters"
OIDCScope "openid email profile groups"
OIDCPKCEMethod S256
OIDCRemoteUserClaim email
OIDCRefreshAccessTokenBeforeExpiry 60 logout_on_error
<Location />
  AuthType openid-connect
  Require valid-user
</Location>`,
    },
    {
      name: 'Flask (Authlib)',
      tried: { version: 'Flask 2.2, Authlib 1.2' },
      example: `from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, g, redirect, request, session

app = Flask(__name__)
app.secret_key = "at least 32 random characters"
app.config.update(SESSION_COOKIE_SECURE=True, SESSION_COOKIE_SAMESITE="Lax")
castellan = OAuth(app).register(
    "castellan",
    server_metadata_url="${discoveryOf(issuer)}",
    client_id="${application_id}",
    client_secret="${secretPlaceholder}",
    client_kwargs={"scope": "openid email profile groups", "code_challenge_method": "S256"},
)

@app.before_request
def require_sign_in():
    if request.endpoint == "signed_in":
        return None
    if "token" in session:
        url = castellan.load_server_metadata()["userinfo_endpoint"]
        answer = castellan.get(url, token=session["token"])
        if answer.status_code != 401:
            answer.raise_for_status()
            g.person = answer.json()
            return None
    return castellan.authorize_redirect("${redirect}")

@app.get("${pathOf(redirect)}")
def signed_in():
    token = castellan.authorize_access_token()
    session["token"] = {name: token[name] for name in ("access_token", "token_type")}
    return redirect("/")

@app.errorhandler(OAuthError)
def not_signed_in(error):
    return error.description or error.error, 403

@app.get("/")
def home():
    return g.person`,
    },
    {
      name: 'Node-RED',
      tried: { version: 'Node-RED 4.1, openid-client 5.7', byHandOn: '2026-11-29' },
      example: `// settings.js, after: npm install openid-client@5
const { Issuer, Strategy } = require("openid-client");

const castellan = new Issuer({
  issuer: "${issuer}",
  authorization_endpoint: "${issuer}/oauth2/authorize",
  token_endpoint: "${issuer}/oauth2/token",
  userinfo_endpoint: "${issuer}/oauth2/userinfo",
  jwks_uri: "${issuer}/oauth2/jwks",
});

module.exports = {
  adminAuth: {
    type: "strategy",
    strategy: {
      name: new URL(castellan.issuer).hostname,
      label: "Castellan",
      strategy: Strategy,
      options: {
        client: new castellan.Client({
          client_id: "${application_id}",
          client_secret: "${secretPlaceholder}",
          // Node-RED’s own address ends with /auth/strategy/callback.
          redirect_uris: ["${redirect}"],
          response_types: ["code"],
        }),
        params: { scope: "openid email profile groups" },
        usePKCE: "S256",
        verify: (tokens, person, done) => done(null, { username: person.email }),
      },
    },
    // Everyone who may use the application may do everything, for an hour each time.
    users: async (username) => ({ username, permissions: "*" }),
    sessionExpiryTime: 3600,
  },
};`,
    },
    {
      name: 'JupyterHub',
      tried: undefined,
      example: `c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = "${application_id}"
c.GenericOAuthenticator.client_secret = "${secretPlaceholder}"
c.GenericOAuthenticator.oauth_callback_url = "${redirect}"
c.GenericOAuthenticator.authorize_url = "${issuer}/oauth2/authorize"
c.GenericOAuthenticator.token_url = "${issuer}/oauth2/token"
c.GenericOAuthenticator.userdata_url = "${issuer}/oauth2/userinfo"
c.GenericOAuthenticator.scope = ["openid", "email", "profile", "groups"]
c.GenericOAuthenticator.username_claim = "email"
c.GenericOAuthenticator.enable_pkce = True
c.GenericOAuthenticator.allow_all = True`,
    },
    {
      name: 'Grafana',
      tried: undefined,
      example: `[server]
root_url = ${originOf(redirect)}

[auth.generic_oauth]
enabled = true
name = Castellan
client_id = ${application_id}
client_secret = ${secretPlaceholder}
scopes = openid email profile groups
auth_url = ${issuer}/oauth2/authorize
token_url = ${issuer}/oauth2/token
api_url = ${issuer}/oauth2/userinfo
use_pkce = true
allow_sign_up = true`,
    },
    {
      name: undefined,
      tried: undefined,
      example: `issuer         ${issuer}
discovery      ${discoveryOf(issuer)}
client_id      ${application_id}
client_secret  ${secretPlaceholder}
redirect_uri   ${redirect}
scope          openid email profile groups
response_type  code, with PKCE (S256)`,
    },
  ];
};

/** What nginx tells Castellan of a request, and what it passes on of the answer. */
const told = {
  For: '$remote_addr',
  Proto: '$scheme',
  Host: '$http_host',
  Uri: '$request_uri',
  Method: '$request_method',
};
const passedOn = ['User', 'Email', 'Name', 'Groups'];

/** Examples for proxies in front of programs that know nothing of Castellan. docs/forward-auth.md explains them. */
const proxies = ({ application_id, host }: Described, issuer: string): Setup[] => {
  const name = (host ?? 'app.example.com').replace(/:\d+$/, '');
  const check = `${issuer.slice(originOf(issuer).length)}${forwardAuthPaths.check}/${application_id}`;
  return [
    {
      name: 'Caddy',
      tried: { version: 'Caddy 2.6' },
      example: `${host ?? name} {
  route {
    request_header -Remote*
    forward_auth 127.0.0.1:4310 {
      uri ${check}
      header_up Host {upstream_hostport}
      copy_headers ${passedOn.map((header) => `Remote-${header}`).join(' ')}
    }
    reverse_proxy 127.0.0.1:8080 {
${passedOn.map((header) => `      header_up Remote-${header} {http.request.header.Remote-${header}}`).join('\n')}
    }
  }
}`,
    },
    {
      name: 'nginx',
      tried: { version: 'nginx 1.22' },
      example: `# in the server block of ${name}
location = /.castellan/check {
  internal;
  proxy_pass http://127.0.0.1:4310${check}${forwardAuthPaths.authRequest};
  proxy_pass_request_body off;
  proxy_set_header Content-Length "";
${Object.entries(told)
  .map(([header, value]) => `  proxy_set_header X-Forwarded-${header} ${value};`)
  .join('\n')}
}
location @castellan {
  internal;
  if ($castellan_location = "") {
    return 401;
  }
  add_header Set-Cookie $castellan_cookie;
  return 302 $castellan_location;
}
location / {
  auth_request /.castellan/check;
  auth_request_set $castellan_location $upstream_http_location;
  auth_request_set $castellan_cookie $upstream_http_set_cookie;
${passedOn
  .map(lowerAscii)
  .map((header) => `  auth_request_set $castellan_${header} $upstream_http_remote_${header};`)
  .join('\n')}
  error_page 401 = @castellan;
  proxy_set_header Host $http_host;
${passedOn.map((header) => `  proxy_set_header Remote-${header} $castellan_${lowerAscii(header)};`).join('\n')}
  proxy_pass http://127.0.0.1:8080;
}`,
    },
    {
      name: 'Traefik',
      tried: undefined,
      example: `traefik.http.middlewares.castellan.forwardauth.address: http://castellan:4310${check}
traefik.http.middlewares.castellan.forwardauth.authResponseHeaders: Remote-User,Remote-Email,Remote-Name,Remote-Groups
traefik.http.routers.app.rule: Host(\`${name}\`)
traefik.http.routers.app.middlewares: castellan`,
    },
  ];
};

/** How programs are set up for an application, with its own values. */
export const setupsFor = (application: Described & Pick<Application, 'kind'>, issuer: string): Setup[] => {
  if (application.kind === 'proxied') return proxies(application, issuer);
  const all = clients(application, issuer);
  if (application.kind === 'web') return all;
  // Programs of these kinds have no secret, and no configuration that all of them share.
  return all
    .filter(({ name }) => name === undefined)
    .map((setup) => ({ ...setup, example: setup.example.replace(/^client_secret.*\n/m, '') }));
};
