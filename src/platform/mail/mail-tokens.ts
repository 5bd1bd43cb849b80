import { Agent } from 'undici';
import { type Settings, type SmtpOAuth } from '../config/settings.js';
import { trustedContext } from '../http-client/trusted-context.js';
import { ownServersConnector, type WaySettings } from '../http-client/way-out.js';
import { NoAnswerError, wholeAnswer } from '../http-client/whole-answer.js';

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
/** A token is not used in its last minute. */
const SPARE_MS = 60_000;
/** Lifetime if the answer states none (RFC 6749, section 5.1, only recommends it). */
const USUAL_SECONDS = 300;
/** Error codes of RFC 6749, section 5.2. */
const CODE = /^\w{1,60}$/;

export interface MailToken {
  accessToken: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** No token was obtained; `message` gives the reason, without secrets. */
export class MailTokenError extends Error {
  readonly code = 'EOAUTH2';
}

/**
 * Access tokens with which the service signs in to its mail server, obtained with its client credentials or a refresh
 * token (RFC 6749, sections 4.4 and 6).
 */
export class MailTokens {
  private readonly agent: Agent;
  private token: MailToken | undefined;
  private asking: Promise<MailToken> | undefined;
  private refreshToken: string | undefined;

  constructor(
    private readonly oauth: SmtpOAuth,
    settings: WaySettings & Pick<Settings, 'webhookCaFile'>,
  ) {
    this.refreshToken = oauth.refreshToken;
    const secureContext = trustedContext(settings.webhookCaFile);
    this.agent = new Agent({
      connect: ownServersConnector(settings, { timeout: LIMITS.timeoutMs, secureContext }),
    });
  }

  /** @param renew - whether the server has refused the present one @throws MailTokenError */
  async get(renew: boolean): Promise<MailToken> {
    const { token } = this;
    if (!renew && token && token.expires - SPARE_MS > Date.now()) return token;
    this.asking ??= this.request().finally(() => (this.asking = undefined));
    return (this.token = await this.asking);
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async request(): Promise<MailToken> {
    const { statusCode, body } = await this.post();
    const answer = readAnswer(body);
    if (statusCode !== 200 || typeof answer.access_token !== 'string' || answer.access_token === '')
      throw new MailTokenError(
        `SMTP_OAUTH_TOKEN_URL returned no token: ${refusalOf(statusCode, answer.error)}`,
      );
    // Some providers issue a new one each time and revoke the old one.
    if (typeof answer.refresh_token === 'string') this.refreshToken = answer.refresh_token;
    const seconds = Number(answer.expires_in) || USUAL_SECONDS;
    return { accessToken: answer.access_token, expires: Date.now() + seconds * 1_000 };
  }

  private async post() {
    const { tokenUrl, clientId, clientSecret, scope } = this.oauth;
    const fields = {
      client_id: clientId,
      client_secret: clientSecret,
      scope,
      refresh_token: this.refreshToken,
      grant_type: this.refreshToken === undefined ? 'client_credentials' : 'refresh_token',
    };
    const set = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = Buffer.from(new URLSearchParams(set).toString());
    try {
      return await wholeAnswer(this.agent, new URL(tokenUrl), { method: 'POST', headers, body }, LIMITS);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      throw new MailTokenError(`SMTP_OAUTH_TOKEN_URL cannot be reached: ${error.message}`);
    }
  }
}

function readAnswer(body: Buffer): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body.toString());
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const refusalOf = (statusCode: number, error: unknown) =>
  typeof error === 'string' && CODE.test(error) ? `HTTP ${statusCode}, ${error}` : `HTTP ${statusCode}`;
