import { type FastifyReply } from 'fastify';
import { type Entrance } from '../../accounts/entrances.js';
import { Redirect } from '../../platform/pages/page.js';
import { clearCookie, setCookie } from './dashboard-cookies.js';

/** Gives the browser its session, or redirects to the second step. @param next - an address checked by `nextAddress` */
export function letIn(
  reply: FastifyReply,
  { opens, token, browser }: Entrance,
  publicUrl: string,
  next = '/dashboard',
): Redirect {
  setCookie(reply, opens, token, publicUrl);
  if (browser) setCookie(reply, 'browser', browser, publicUrl);
  if (opens === 'step') return new Redirect(`/dashboard/sign-in/code?next=${encodeURIComponent(next)}`);
  clearCookie(reply, 'step', publicUrl);
  return new Redirect(next);
}
