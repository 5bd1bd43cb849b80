import { type TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { documentNameOf, organizationOf, type SigningContext } from './domain/signing-context.js';

/** Changes whenever the words of `signing.consent.statement` do, in whatever language. */
export const CONSENT_VERSION = '1';

/** The words that a signer agrees to, and what the audit trail keeps of them. */
export interface Consent {
  text: string;
  version: string;
  locale: string;
  /** Of the text as it stood on the page, in UTF-8; lowercase hexadecimal. */
  sha256: string;
}

export function consentOf(context: SigningContext, templates: TemplateRenderer, locale: string): Consent {
  const values = { document: documentNameOf(context), organization: organizationOf(context) };
  const text = templates.text('signing.consent.statement', locale, values);
  return { text, version: CONSENT_VERSION, locale, sha256: sha256(text).toString('hex') };
}
