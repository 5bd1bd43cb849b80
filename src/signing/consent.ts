import { sha256 } from '../platform/crypto/tokens.js';
import { type TemplateRenderer } from '../platform/templates/template-renderer.js';
import { documentNameOf, organizationOf, type SigningContext } from './domain/signing-context.js';

/** The statement that a signer or an approver agrees to. The audit trail keeps all of it. */
export interface Consent {
  text: string;
  /** Numbered per language: a key in `consent.json` or `approval.json`, which keep all earlier versions. */
  version: string;
  locale: string;
  /** SHA-256 of `text` in UTF-8, lowercase hex. */
  sha256: string;
}

/** The latest statement in the signer's language, for this document. */
export const consentOf = (context: SigningContext, templates: TemplateRenderer, locale: string): Consent =>
  latest('consent', context, templates, locale);

/** The latest statement in an approver's language, for this document. */
export const approvalOf = (context: SigningContext, templates: TemplateRenderer, locale: string): Consent =>
  latest('approval', context, templates, locale);

function latest(
  kind: 'consent' | 'approval',
  context: SigningContext,
  templates: TemplateRenderer,
  locale: string,
): Consent {
  const values = { document: documentNameOf(context), organization: organizationOf(context) };
  const version = String(Math.max(...templates.namesBelow(kind, locale).map(Number)));
  const text = templates.text(`${kind}.${version}`, locale, values);
  return { text, version, locale, sha256: sha256(text).toString('hex') };
}
