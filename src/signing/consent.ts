import { sha256 } from '../platform/crypto/tokens.js';
import { type TemplateRenderer } from '../platform/templates/template-renderer.js';
import { documentNameOf, organizationOf, type SigningContext } from './domain/signing-context.js';

/** The statement that a signer agrees to. The audit trail keeps all of it. */
export interface Consent {
  text: string;
  /** Numbered per language: a key in `consent.json`, which keeps all earlier versions. */
  version: string;
  locale: string;
  /** SHA-256 of `text` in UTF-8, lowercase hex. */
  sha256: string;
}

/** The latest statement in the signer's language, for this document. */
export function consentOf(context: SigningContext, templates: TemplateRenderer, locale: string): Consent {
  const values = { document: documentNameOf(context), organization: organizationOf(context) };
  const version = String(Math.max(...templates.namesBelow('consent', locale).map(Number)));
  const text = templates.text(`consent.${version}`, locale, values);
  return { text, version, locale, sha256: sha256(text).toString('hex') };
}
