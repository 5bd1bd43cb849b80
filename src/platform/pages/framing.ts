import { type FastifyReply } from 'fastify';
import { type FramedScripts } from './page.js';

const POLICY = 'content-security-policy';
/** For a rendered mail: no scripts, no external content, inline styles, and its logo as a data: address. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox";

/** Lets the page show other pages of this server. */
export function allowFrames(reply: FastifyReply): void {
  void reply.header(POLICY, `${policyOf(reply)};frame-src 'self'`);
}

const SANDBOX = 'sandbox allow-same-origin';

/** Lets our own pages frame this one, which then submits no form and runs no other scripts. */
export function allowFraming(reply: FastifyReply, scripts: FramedScripts): void {
  const framed = policyOf(reply)
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    .replace("form-action 'self'", "form-action 'none'")
    .replace("connect-src 'self'", scripts === 'fetching' ? "connect-src 'self'" : "connect-src 'none'");
  const sandbox = scripts === 'none' ? SANDBOX : `${SANDBOX} allow-scripts`;
  void reply.header(POLICY, `${framed};${sandbox}`).header('x-frame-options', 'SAMEORIGIN');
}

/** The same for a mail. */
export function allowMailFraming(reply: FastifyReply): void {
  void reply.header(POLICY, MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
}

const policyOf = (reply: FastifyReply) => String(reply.getHeader(POLICY));
