import { type TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { documentNameOf, organizationOf, type SigningContext } from './domain/signing-context.js';

/** Goes up whenever the words of `signing.consent.statement` change in any language. */
export const CONSENT_VERSION = '2';

/** The words that a signer agrees to. The audit trail keeps all of it, so that earlier versions stay verifiable. */
export interface Consent {
  text: string;
  version: string;
  locale: string;
  /** SHA-256 of `text` in UTF-8, lowercase hex. */
  sha256: string;
}

/** The statement for this document in the signer's language. */
export function consentOf(context: SigningContext, templates: TemplateRenderer, locale: string): Consent {
  const values = { document: documentNameOf(context), organization: organizationOf(context) };
  const text = templates.text('signing.consent.statement', locale, values);
  return { text, version: CONSENT_VERSION, locale, sha256: sha256(text).toString('hex') };
}
