import { sha256 } from '../platform/crypto/tokens.js';
import { LOCALES } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { consentOf } from './consent.js';
import { type SigningContext } from './domain/signing-context.js';

const templates = new TemplateRenderer();
const context = {
  signature: { originalDocumentName: 'Lease' },
  organizationName: 'Acme',
} as SigningContext;

/**
 * SHA-256 of every version of the statement for this document. Audit trails and certificates of completion name the
 * version, so none of these ever changes: other words are a new version, with a line of its own here.
 */
const VERSIONS: Record<string, string[]> = {
  en: [
    '478ae0da8b87c982960832f1c22a6d4bd1e7361dca8a9307961e37687d323032',
    '528ae6c8ef903ef0c9822513374cce125ef8620d0fb57d580f8248f487e308b6',
  ],
  de: ['37e092f17b9d814c90c07d3ccd4bbcc37dcbce7791903df2de0c67a501d135e3'],
  es: [
    '4eb55e4e5462e81a20b058b1cec64131c0f1a05f23502decfb9fd01c4a45a8ab',
    '2229184c53119077155cb578a22dbcdf899a5ce7218cdd6ee813bac416608bf0',
  ],
  fr: ['c63c9412d5841d990528c6cdf09c7e15281076b47ab321e4b0065c9d0b7d0dfa'],
  it: ['4add2193ebb7f32e65908085a256a936621e282e2e89349977f903056c44a15e'],
  nl: ['dd2bc1e0621a319d4c8cbe02e8b68cbc57f31d40e343489a8715918e8899f7fa'],
  pl: ['570ff4c18c381cf231bac4c91c27be3a181fc4614bc80196d0deadc8700acb6f'],
  pt: ['6c79572aa82bde65eb3175bfa1bea7a315c334d033a82e1d71e814fa74155f9f'],
};

const textOf = (version: number, locale: string) =>
  templates.text(`consent.${version}`, locale, { document: 'Lease', organization: 'Acme' });

describe('the consent statement', () => {
  it('knows every version of the consent in every language', () => {
    const found = LOCALES.map((locale) => [locale, templates.namesBelow('consent', locale)]);
    const known = Object.entries(VERSIONS).map(([locale, digests]) => [
      locale,
      digests.map((_digest, index) => String(index + 1)),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
  });

  it.each(LOCALES)('never changes a version of the consent that people agreed to: %s', (locale) => {
    const digests = VERSIONS[locale]!.map((_digest, index) =>
      sha256(textOf(index + 1, locale)).toString('hex'),
    );
    expect(digests).toEqual(VERSIONS[locale]);
  });

  it.each(LOCALES)('shows the latest version of the consent: %s', (locale) => {
    const version = VERSIONS[locale]!.length;
    const digest = VERSIONS[locale]!.at(-1);
    const text = textOf(version, locale);
    expect(consentOf(context, templates, locale)).toEqual({
      text,
      version: String(version),
      locale,
      sha256: digest,
    });
    expect(text).toContain('Lease');
  });
});
