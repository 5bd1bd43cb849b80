import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type {} from '@fastify/cookie';
import { type CookieSerializeOptions } from '@fastify/cookie';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { KNOWN_DAYS, SIGN_ON_MINUTES } from '../../accounts/domain/lifetimes.js';
import { isLinkToken, newLinkToken } from '../../platform/crypto/tokens.js';

/**
 * `session` proves who is signed in; `step`, that the password was right and only the second step is missing;
 * `sign-on`, that this browser began a sign-in at an issuer; `form`, that a signed-out visitor's form comes from our
 * own page; `browser`, that accounts have signed in with this browser before, which gives no access.
 */
export type DashboardCookie = 'session' | 'step' | 'sign-on' | 'form' | 'browser';

/** In seconds; the others last as long as the browser is open. */
const LIFETIMES: Partial<Record<DashboardCookie, number>> = {
  'sign-on': SIGN_ON_MINUTES * 60,
  browser: KNOWN_DAYS * 86_400,
};

/** How browsers reach the dashboard. Except over https or on the same computer, cookies could be read in transit. */
export type Reach = 'https' | 'localhost' | 'insecure';

/** @param host - the request's Host header */
export function reachOf(publicUrl: string, host: string | undefined): Reach {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return 'https';
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  return isLocal(hostname) && isLocal(asked) ? 'localhost' : 'insecure';
}

function isLocal(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return ipaddr.process(bare).range() === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

/** The cookie's value; null if it is missing or not in our format. */
export function readCookie(
  { cookies }: FastifyRequest,
  which: DashboardCookie,
  publicUrl: string,
): string | null {
  const value = cookies[nameOf(which, publicUrl)] ?? '';
  return isLinkToken(value) ? value : null;
}

export function setCookie(
  reply: FastifyReply,
  which: DashboardCookie,
  value: string,
  publicUrl: string,
): void {
  const maxAge = LIFETIMES[which];
  void reply.setCookie(nameOf(which, publicUrl), value, {
    ...optionsOf(publicUrl),
    ...(maxAge !== undefined && { maxAge }),
  });
}

export function clearCookie(reply: FastifyReply, which: DashboardCookie, publicUrl: string): void {
  void reply.clearCookie(nameOf(which, publicUrl), optionsOf(publicUrl));
}

/** The browser's secret for forms before signing in, set if there is none yet. */
export function formSecret(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const known = readCookie(request, 'form', publicUrl);
  if (known) return known;
  const made = newLinkToken();
  setCookie(reply, 'form', made, publicUrl);
  return made;
}

/** The token that proves that a form comes from a page made for this cookie. */
export const formTokenOf = (secret: string) =>
  createHmac('sha256', secret).update('dashboard form').digest('hex');

/** Whether a posted form was made for this secret, and not by another site. */
export function isOwnForm(request: FastifyRequest, secret: string): boolean {
  const { formToken } = (request.body ?? {}) as { formToken?: unknown };
  return isFromOwnSite(request) && isSameToken(formToken, formTokenOf(secret));
}

/** False if the browser reports that another site sent the request. */
export function isFromOwnSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

export function isSameToken(given: unknown, expected: string): boolean {
  const [one, other] = [String(given), expected].map((text) => Buffer.from(text));
  return one!.length === other!.length && timingSafeEqual(one!, other!);
}

/** With this prefix, browsers accept the cookie only over https and from this exact host (RFC 6265bis §4.1.3.2). */
const nameOf = (which: DashboardCookie, publicUrl: string) =>
  `${isHttps(publicUrl) ? '__Host-' : ''}countersign_${which}`;

const isHttps = (publicUrl: string) => publicUrl.startsWith('https:');

/** Lax, so links in mails work. */
const optionsOf = (publicUrl: string): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps(publicUrl),
});
