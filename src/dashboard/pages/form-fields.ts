import { type FastifyRequest } from 'fastify';
import { type Visitor } from '../../accounts/entrances.js';
import { userAgentOf } from '../../common/http/user-agent.js';
import { readCookie } from './dashboard-cookies.js';

/** The fields of a posted form, or of an address. */
export type Fields = Record<string, unknown>;

/** A field's text; empty if there is none or more than one. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const visitorOf = (request: FastifyRequest, publicUrl: string): Visitor => ({
  address: request.ip,
  userAgent: userAgentOf(request),
  browser: readCookie(request, 'browser', publicUrl),
});
