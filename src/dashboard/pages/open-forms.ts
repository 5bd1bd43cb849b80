import { Injectable } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { forbidden } from '../../common/errors.js';
import { Settings } from '../../platform/config/settings.js';
import { InsecureAddressError } from './dashboard-admission.js';
import { formSecret, formTokenOf, isOwnForm, reachOf, readCookie } from './dashboard-cookies.js';

/** Forms of people who are not signed in. */
@Injectable()
export class OpenForms {
  constructor(private readonly settings: Settings) {}

  /** @returns the token of a form on a new page */
  open(request: FastifyRequest, reply: FastifyReply): string {
    this.assertSafe(request);
    return formTokenOf(formSecret(request, reply, this.settings.publicUrl));
  }

  /** @returns the form's token. A browser that did not keep the cookie is shown an address where it will. */
  assertOwn(request: FastifyRequest): string {
    this.assertSafe(request);
    const secret = readCookie(request, 'form', this.settings.publicUrl);
    if (secret === null) throw new InsecureAddressError();
    if (!isOwnForm(request, secret)) throw forbidden('This form was not sent from our page');
    return formTokenOf(secret);
  }

  /** @throws InsecureAddressError where cookies would not be safe */
  assertSafe({ headers }: FastifyRequest): void {
    if (reachOf(this.settings.publicUrl, headers.host) === 'insecure') throw new InsecureAddressError();
  }
}
