import { plainLine } from '../common/plain-line.js';
import { sha256 } from '../platform/crypto/tokens.js';
import { type TemplateRenderer } from '../platform/templates/template-renderer.js';
import { documentNameOf, organizationOf, type SigningContext } from './domain/signing-context.js';

/** The statement that a signer or an approver agrees to. The audit trail keeps all of it. */
export interface Consent {
  text: string;
  /**
   * Numbered per language: a key in `consent.json` or `approval.json`, which keep all earlier versions, or of several
   * documents in `consents.json` or `approvals.json`, which number on from there.
   */
  version: string;
  locale: string;
  /** SHA-256 of `text` in UTF-8, lowercase hex. */
  sha256: string;
}

/** The latest statement in the signer's language, for these documents. */
export const consentOf = (context: SigningContext, templates: TemplateRenderer, locale: string): Consent =>
  latest({ one: 'consent', several: 'consents' }, context, templates, locale);

/** The latest statement in an approver's language, for these documents. */
export const approvalOf = (context: SigningContext, templates: TemplateRenderer, locale: string): Consent =>
  latest({ one: 'approval', several: 'approvals' }, context, templates, locale);

function latest(
  { one, several }: { one: string; several: string },
  context: SigningContext,
  templates: TemplateRenderer,
  locale: string,
): Consent {
  const names = context.documents.map(({ name }) => plainLine(name));
  const kind = names.length > 1 ? several : one;
  const values = {
    document: documentNameOf(context),
    documents: numbered(names, templates, locale),
    organization: organizationOf(context),
  };
  const version = String(Math.max(...templates.namesBelow(kind, locale).map(Number)));
  const text = templates.text(`${kind}.${version}`, locale, values);
  return { text, version, locale, sha256: sha256(text).toString('hex') };
}

/** The names of all documents, each quoted, in one list. */
function numbered(names: readonly string[], templates: TemplateRenderer, locale: string): string {
  const quoted = names.map((name) => templates.text('signing.consent.named', locale, { name }));
  return new Intl.ListFormat(locale).format(quoted);
}
