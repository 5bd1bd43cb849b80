import { Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { Admission } from '../common/admission.js';
import { isStorableText } from '../common/validation/clean-text.js';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { HttpClient } from '../platform/http-client/http-client.js';
import { type WholeRequest } from '../platform/http-client/whole-answer.js';
import { descriptionUrl, isIssuerAt, type IssuerAddress, renamed } from './domain/issuer-address.js';
import { isIssuerName } from './domain/sign-on-fields.policy.js';
import { type SignOnSecrets } from './domain/sign-on-secrets.js';
import { IssuerError, issuerErrorOf } from './issuer.errors.js';
import { type SignOn } from './sign-on.queries.js';
import { secretContext } from './sign-on-secret-context.js';

const LIMITS = { timeoutMs: 10_000, maxBytes: 256 * 1024 };
/** Concurrent conversations with issuers: one unresponsive issuer must not block other organizations' members. */
const CONVERSATIONS = { total: 40, perKey: 8 };
/** OpenID Connect Core, section 2. */
const MAX_SUBJECT = 255;
/** Statuses whose responses have no body (Fetch, section 2.2.3). */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The path that issuers redirect back to. */
export const SIGN_ON_RETURN = '/dashboard/sign-in/back';

/**
 * Talks to organizations' issuers (OpenID Connect Core): authorization code with PKCE, state and nonce. Everything an
 * issuer serves, including its signing keys, comes through the guarded client and is read anew for each sign-in.
 */
@Injectable()
export class IssuerClient {
  private readonly conversations = new Admission(CONVERSATIONS, 'conversations with issuers');

  constructor(
    private readonly http: HttpClient,
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  /** The return address, which an organization registers at its issuer. */
  get returnAddress(): string {
    return `${this.settings.publicUrl}${SIGN_ON_RETURN}`;
  }

  /**
   * Reads an issuer's description of itself.
   * @param entered - as pasted: with or without a trailing slash, or the address of its description
   * @returns the issuer's own spelling of its address
   * @throws IssuerError
   */
  check(organizationId: number, entered: IssuerAddress): Promise<IssuerAddress> {
    return this.converse(organizationId, async () => {
      const found = (await this.describe(entered, 'unknown', openid.None())).serverMetadata();
      if (!isIssuerName(found.issuer)) throw new IssuerError('mismatch', 'issuer');
      if (!isIssuerAt(found.issuer, entered.issuer))
        throw new IssuerError('mismatch', 'issuer', found.issuer);
      if (!found.authorization_endpoint || !found.token_endpoint || !found.jwks_uri)
        throw new IssuerError('unfit', 'endpoints');
      return renamed(entered, found.issuer);
    });
  }

  /** The address at which the person signs in at the issuer. @throws IssuerError */
  authorizationUrl(signOn: SignOn, { state, nonce, verifier }: SignOnSecrets): Promise<string> {
    return this.converseAs(signOn, async (config) => {
      const address = openid.buildAuthorizationUrl(config, {
        redirect_uri: this.returnAddress,
        // Only the issuer's name for the person: email addresses that it asserts do not count.
        scope: 'openid',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    });
  }

  /**
   * Redeems the code from the return address.
   * @param query - the query of the return address
   * @returns the issuer's own name for the person
   * @throws IssuerError
   */
  identify(signOn: SignOn, query: URLSearchParams, secrets: SignOnSecrets): Promise<string> {
    return this.converseAs(signOn, async (config) => {
      const tokens = await openid.authorizationCodeGrant(
        config,
        new URL(`${this.returnAddress}?${query.toString()}`),
        {
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          pkceCodeVerifier: secrets.verifier,
          idTokenExpected: true,
        },
      );
      const { iss, sub } = tokens.claims()!;
      // For issuers shared by many organizations, the library accepts tokens of any tenant.
      if (iss !== signOn.issuer) throw new IssuerError('refused', 'iss');
      if (sub === '' || sub.length > MAX_SUBJECT || !isStorableText(sub))
        throw new IssuerError('refused', 'sub');
      return sub;
    });
  }

  /** A secret that cannot be read is our fault, not the issuer's. */
  private async converseAs<Result>(
    signOn: SignOn,
    work: (config: openid.Configuration) => Promise<Result>,
  ): Promise<Result> {
    const { organizationId, clientId, clientSecretSealed } = signOn;
    const secret = this.secretBox.openText(clientSecretSealed, secretContext(organizationId));
    return this.converse(organizationId, async () => {
      const config = await this.describe(signOn, clientId, clientAuthentication(secret));
      if (config.serverMetadata().issuer !== signOn.issuer) throw new IssuerError('mismatch', 'issuer');
      return work(config);
    });
  }

  /**
   * Reads a description. Given its complete address, the library does not check the issuer named in it: the caller
   * must.
   * @throws IssuerError if it names an endpoint that is not at https
   */
  private async describe(
    address: IssuerAddress,
    clientId: string,
    authentication: openid.ClientAuth,
  ): Promise<openid.Configuration> {
    const described = new URL(descriptionUrl(address));
    const config = await openid.discovery(described, clientId, undefined, authentication, {
      [openid.customFetch]: (url, asked) => this.fetch(url, asked),
      timeout: LIMITS.timeoutMs / 1000,
      // Checks token signatures, not just that tokens came from the issuer's address.
      execute: [openid.enableNonRepudiationChecks],
    });
    const insecure = endpointWithoutHttps(config.serverMetadata());
    if (insecure !== undefined) throw new IssuerError('insecure', insecure);
    return config;
  }

  private async fetch(
    url: string,
    { method, headers, body }: Parameters<openid.CustomFetch>[1],
  ): Promise<Response> {
    if (method !== 'GET' && method !== 'POST') throw new IssuerError('unfit', 'method');
    const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : null;
    const asked: WholeRequest = { method, headers, ...(text !== null && { body: Buffer.from(text) }) };
    const answer = await this.http.request(url, asked, LIMITS);
    return new Response(WITHOUT_BODY.has(answer.statusCode) ? null : new Uint8Array(answer.body), {
      status: answer.statusCode,
      headers: { 'content-type': answer.mediaType },
    });
  }

  /** @throws AppError 429 or 503 while too many conversations are open */
  private converse<Result>(organizationId: number, work: () => Promise<Result>): Promise<Result> {
    return this.conversations.run(String(organizationId), () =>
      work().catch((error: unknown) => {
        throw issuerErrorOf(error);
      }),
    );
  }
}

/** The first endpoint with another scheme, such as `javascript:`, whether it is used or not. */
function endpointWithoutHttps(metadata: openid.ServerMetadata): string | undefined {
  const endpoints = Object.entries(metadata).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
  const isHttps = (address: unknown) =>
    typeof address === 'string' && URL.canParse(address) && new URL(address).protocol === 'https:';
  return endpoints.find(([, address]) => address != null && !isHttps(address))?.[0];
}

/** In the body or the header, as the issuer prefers (OpenID Connect Core, section 9). */
const clientAuthentication =
  (secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    const authenticate = inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    authenticate(server, client, body, headers);
  };
