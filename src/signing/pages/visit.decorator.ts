import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import type {} from '@fastify/cookie';
import { notFound } from '../../common/errors.js';
import { isAutomaticRequest } from '../../common/http/preview-agent.js';
import { userAgentOf } from '../../common/http/user-agent.js';
import { isLinkToken } from '../../platform/crypto/tokens.js';
import { browserLanguage } from '../../platform/pages/language-choice.js';
import { languageOf, timeZoneOf } from '../domain/device-facts.js';
import { type Visit } from '../domain/visit.js';

/** Held by the browser that entered the emailed code. The cookie's path is the link. */
export const BROWSER_COOKIE = 'countersign_signer';

/** The visit to `/sign/:token…`. @throws AppError 404 if the token is malformed */
export const CurrentVisit = createParamDecorator((_data: unknown, context: ExecutionContext): Visit => {
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
    isAutomatic: isAutomaticRequest(request),
  };
});
