import { type FastifyReply } from 'fastify';

const POLICY = 'content-security-policy';
/** A rendered mail: no script, nothing from anywhere, styles in its elements, and its logo as a data: address. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox";

/** Lets the page show other pages of this server. */
export function allowFrames(reply: FastifyReply): void {
  void reply.header(POLICY, `${policyOf(reply)};frame-src 'self'`);
}

/** Lets our own pages show this one, and runs none of its scripts wherever it is shown. */
export function allowFraming(reply: FastifyReply): void {
  const framed = policyOf(reply).replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  void reply.header(POLICY, `${framed};sandbox allow-same-origin`).header('x-frame-options', 'SAMEORIGIN');
}

/** The same for a mail. */
export function allowMailFraming(reply: FastifyReply): void {
  void reply.header(POLICY, MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
}

const policyOf = (reply: FastifyReply) => String(reply.getHeader(POLICY));
