import { type FastifyRequest } from 'fastify';
import { userAgentOf } from '../../common/http/user-agent.js';
import { type Visitor } from '../entrances.service.js';
import { readCookie } from './dashboard-cookies.js';

/** The fields of a posted form, or of an address. */
export type Fields = Record<string, unknown>;

/** A field's text; empty if there is none, or several. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const visitorOf = (request: FastifyRequest, publicUrl: string): Visitor => ({
  address: request.ip,
  userAgent: userAgentOf(request),
  browser: readCookie(request, 'browser', publicUrl),
});
