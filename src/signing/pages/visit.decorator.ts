import type {} from '@fastify/cookie';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { notFound } from '../../common/errors.js';
import { isAutomaticRequest, isSpeculativeRequest } from '../../common/http/preview-agent.js';
import { userAgentOf } from '../../common/http/user-agent.js';
import { timeZoneOf } from '../../common/time-zones.js';
import { type Settings } from '../../platform/config/settings.js';
import { isLinkToken } from '../../platform/crypto/tokens.js';
import { browserLanguage } from '../../platform/pages/language-choice.js';
import { languageOf } from '../domain/device-facts.js';
import { type Visit } from '../domain/visit.js';
import { addressesOf } from '../signing-addresses.js';

/** Held by the browser that entered the emailed code or, if none is required, filled in the document. */
const BROWSER_COOKIE = 'countersign_signer';
/** Separate from the other, which may be set meanwhile when a draft is saved. */
const DESK_COOKIE = 'countersign_desk';

/** Gives the browser a secret for this link only. @param maxAge in seconds */
export function rememberBrowser(
  reply: FastifyReply,
  { token }: Pick<Visit, 'token'>,
  secret: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  maxAge: number,
): void {
  reply.setCookie(BROWSER_COOKIE, secret, {
    path: addressesOf(token).landing,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge,
  });
}

/** Gives the browser that shows a pad's code the secret for fetching the drawing. */
export function rememberDesk(
  reply: FastifyReply,
  { token }: Pick<Visit, 'token'>,
  secret: string,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): void {
  reply.setCookie(DESK_COOKIE, secret, {
    path: addressesOf(token).phone,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  });
}

/** The secret set by `rememberDesk`, or null. */
export function deskOf({ cookies }: Pick<FastifyRequest, 'cookies'>): string | null {
  const secret = cookies[DESK_COOKIE] ?? '';
  return isLinkToken(secret) ? secret : null;
}

/** The visit to `/sign/:token…`. @throws AppError 404 if the token is malformed */
export const CurrentVisit = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  visitIn(context),
);

/** @throws AppError 404 if the token is malformed */
export function visitIn(context: ExecutionContext): Visit {
  const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { token: string } }>>();
  const { token } = request.params;
  if (!isLinkToken(token)) throw notFound('Link');
  const browser = request.cookies[BROWSER_COOKIE] ?? '';
  return {
    token,
    browser: isLinkToken(browser) ? browser : null,
    ip: request.ip,
    userAgent: userAgentOf(request),
    ...browserLanguage(request),
    language: languageOf(request.headers['accept-language']),
    timeZone: timeZoneOf((request.body as { timeZone?: unknown } | undefined)?.timeZone),
    isSpeculative: isSpeculativeRequest(request),
    isAutomatic: isAutomaticRequest(request),
  };
}
