import { createHmac, timingSafeEqual } from 'node:crypto';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { type SigningContext } from './domain/signing-context.js';
import { type Visit } from './domain/visit.js';

type Device = Pick<Visit, 'token' | 'browser'>;
type Request = Pick<SigningContext['signature'], 'type'>;

/**
 * The browsers that get back what a signer entered or uploaded. If a code is required, every browser in which it was
 * entered; otherwise only the original browser, since the link alone proves too little.
 */
export interface BrowserTie {
  /** To store; null if the emailed code guards it. */
  hash: Buffer | null;
  /** The new secret for the browser to keep; null if it already has one or needs none. */
  secret: string | null;
}

export function tieToBrowser({ token, browser }: Device, request: Request): BrowserTie {
  if (isGuardedByCode(request)) return { hash: null, secret: null };
  const secret = browser ?? newLinkToken();
  return { hash: browserHashOf(token, secret), secret: browser === null ? secret : null };
}

/** Whether the browser gets it back. The caller ensures that a required code was entered. */
export function isForBrowser({ token, browser }: Device, request: Request, hash: Buffer | null): boolean {
  if (isGuardedByCode(request)) return true;
  return browser !== null && hash !== null && timingSafeEqual(browserHashOf(token, browser), hash);
}

/** The hash stored of a browser's secret. It is useless with another link. */
export function browserHashOf(token: string, browser: string): Buffer {
  return createHmac('sha256', token).update(browser).digest();
}

const isGuardedByCode = ({ type }: Request) => type === 'advanced';
