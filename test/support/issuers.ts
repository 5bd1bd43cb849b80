import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Provider, { type InteractionResults } from 'oidc-provider';
import { Agent, fetch } from 'undici';
import { createServerCertificate } from '../../scripts/throwaway-ca.mjs';
import { type Seen } from './visitor.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The credentials of the service at an issuer. */
export const CLIENT = { clientId: 'countersign', clientSecret: 'a secret of 32 characters or more' };

const KEY_ID = 'key-1';
export const USUAL_DESCRIPTION = '/.well-known/openid-configuration';

/** The address at the issuer to which the page sends the browser. */
export function departureIn({ html }: Seen): string {
  const [, address] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)!;
  return address!.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&');
}

/** OpenID Connect issuers at https://localhost, with certificates of one throwaway authority. */
export class Issuers {
  private readonly servers: Server[] = [];
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  private readonly agent: Agent;

  private constructor(
    private readonly folder: string,
    private readonly certificate: { ca: string; key: string; cert: string },
  ) {
    this.agent = new Agent({ connect: { ca: certificate.ca } });
  }

  /** @param certificate - one of another trusted server on this machine, instead of a new one */
  static async start(certificate?: Issuers['certificate']): Promise<Issuers> {
    const { ca, key, cert } = certificate ?? (await createServerCertificate());
    const folder = mkdtempSync(join(tmpdir(), 'countersign-issuers-'));
    writeFileSync(join(folder, 'ca.pem'), ca);
    return new Issuers(folder, { ca, key, cert });
  }

  /** The settings with which the service can reach them. */
  get settings(): { webhookCaFile: string; webhookAllowedCidrs: string[] } {
    return {
      webhookCaFile: join(this.folder, 'ca.pem'),
      webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    };
  }

  /**
   * A real provider, which asks people for their name and believes it.
   * @param redirectUri - the only one to which it sends people back
   * @returns its address
   */
  async provider(redirectUri: string): Promise<string> {
    let handle: Handler = () => undefined;
    const url = await this.serve((request, response) => handle(request, response));
    const provider = new Provider(url, {
      clients: [
        { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
      ],
      jwks: {
        keys: [{ ...this.keys.privateKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig' }] as never,
      },
      cookies: { keys: ['cookies of a test'] },
      features: { devInteractions: { enabled: false } },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      interactions: { url: (_ctx, { uid }) => `/who/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
      // People are not asked for consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client!.clientId,
          accountId: oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
    });
    const serve = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith('/who/')) void askWho(provider, request, response);
      else void serve(request, response);
    };
    return url;
  }

  /** An issuer whose description and tokens a test chooses. */
  async liar(): Promise<LyingIssuer> {
    const liar = new LyingIssuer(this.keys.privateKey, this.keys.publicKey);
    liar.url = await this.serve((request, response) => liar.answer(request, response));
    return liar;
  }

  /**
   * Signs a person in at a provider, in a new browser.
   * @param who - empty for a person who is refused
   * @returns the query of the address to which it leads back
   */
  async signInAt(address: string, who: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = new URL(address);
    let form: URLSearchParams | null = null;
    while (url.origin === new URL(address).origin) {
      const response = await fetch(url, {
        dispatcher: this.agent,
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: form }),
      });
      if (response.status >= 400) throw new Error(`${url.href} answered ${await response.text()}`);
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      form = location === null ? new URLSearchParams({ who }) : null;
      if (location !== null) url = new URL(location, url);
      await response.body?.cancel();
    }
    return url.search.slice(1);
  }

  async stop(): Promise<void> {
    await this.agent.destroy();
    for (const server of this.servers) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async serve(handler: Handler): Promise<string> {
    const server = createServer(this.certificate, handler);
    this.servers.push(server);
    await once(server.listen(0, 'localhost'), 'listening');
    return `https://localhost:${(server.address() as AddressInfo).port}`;
  }
}

/** The provider's sign-in page: a visitor who enters a name is that person; a visitor without a name is refused. */
async function askWho(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Provider</title><h1>Who are you?</h1>
       <form method="post"><label>Name <input name="who"></label><button>Sign in</button></form>`,
    );
    return;
  }
  const who = new URLSearchParams(await text(request)).get('who') ?? '';
  const result: InteractionResults =
    who === ''
      ? { error: 'access_denied', error_description: '<b>You may not</b>' }
      : { login: { accountId: who } };
  await provider.interactionFinished(request, response, result);
}

/** The claims of a token that differ from the correct ones. An undefined claim is omitted. */
export type Claims = Record<string, unknown>;

/** An issuer that describes itself and signs as a test wants. It does not ask who anyone is. */
export class LyingIssuer {
  url = '';
  /** Where its description is, with the query. */
  describedAt = USUAL_DESCRIPTION;
  /** The members of its description that differ from the truth. */
  description: Record<string, unknown> = {};
  /** Makes the claims of the next tokens. */
  claims: (nonce: string) => Claims = () => ({});
  /** The algorithm that tokens name, and whether the issuer's own key signs them. */
  header: { alg: string; isOwnKey: boolean } = { alg: 'RS256', isOwnKey: true };
  /** The requested paths. */
  readonly asked: string[] = [];
  /** The tokens that it has issued. */
  readonly given: string[] = [];
  private nonce = '';

  constructor(
    private readonly privateKey: KeyObject,
    private readonly publicKey: KeyObject,
  ) {}

  /** Signs the person in at the address to which the browser was sent. @returns what the browser brings back */
  signIn(address: string): { state: string; query: string } {
    const { searchParams } = new URL(address);
    const state = searchParams.get('state')!;
    this.nonce = searchParams.get('nonce')!;
    return { state, query: new URLSearchParams({ code: 'a code', state }).toString() };
  }

  answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.asked.push(url);
    const answers: Record<string, () => unknown> = {
      [this.describedAt]: () => this.describe(),
      '/keys': () => ({ keys: [{ ...this.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig' }] }),
      '/token': () => ({ access_token: 'token', token_type: 'Bearer', id_token: this.token() }),
    };
    const make = answers[url];
    response.writeHead(make ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(make?.() ?? {}));
  }

  private describe(): Record<string, unknown> {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.description,
    };
  }

  private token(): string {
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: this.url, aud: CLIENT.clientId, sub: 'mallory', nonce: this.nonce };
    const times = { iat: now, exp: now + 60 };
    const { alg, isOwnKey } = this.header;
    const parts = [
      { alg, kid: KEY_ID },
      { ...right, ...times, ...this.claims(this.nonce) },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const key = isOwnKey ? this.privateKey : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const signature = createSign('sha256').update(parts.join('.')).sign(key).toString('base64url');
    const token = [...parts, alg === 'none' ? '' : signature].join('.');
    this.given.push(token);
    return token;
  }
}
