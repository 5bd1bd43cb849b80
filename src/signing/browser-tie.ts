import { createHmac, timingSafeEqual } from 'node:crypto';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { type Signature } from '../signatures/signature.entity.js';
import { type Visit } from './domain/visit.js';

type Device = Pick<Visit, 'token' | 'browser'>;
type Request = Pick<Signature, 'type'>;

/**
 * To whom something is given back that a signer entered or uploaded. Where a code is asked for, to every browser in which it
 * was entered; elsewhere the link alone proves too little, so to the browser it came from.
 */
export interface BrowserTie {
  /** To be stored; null if the emailed code guards it. */
  hash: Buffer | null;
  /** The secret that the browser keeps from now on; null if it has one already, or needs none. */
  secret: string | null;
}

export function tieToBrowser({ token, browser }: Device, request: Request): BrowserTie {
  if (isGuardedByCode(request)) return { hash: null, secret: null };
  const secret = browser ?? newLinkToken();
  return { hash: browserHashOf(token, secret), secret: browser === null ? secret : null };
}

/** Whether the browser gets it back. The caller makes sure that the code was entered where it is asked for. */
export function isForBrowser({ token, browser }: Device, request: Request, hash: Buffer | null): boolean {
  if (isGuardedByCode(request)) return true;
  return browser !== null && hash !== null && timingSafeEqual(browserHashOf(token, browser), hash);
}

/** What the database stores of a browser's secret. It is useless with another link. */
export function browserHashOf(token: string, browser: string): Buffer {
  return createHmac('sha256', token).update(browser).digest();
}

const isGuardedByCode = ({ type }: Request) => type === 'advanced';
