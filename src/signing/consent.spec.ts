import { TemplateRenderer } from '../platform/templates/template-renderer.service.js';
import { consentOf } from './consent.js';
import { type SigningContext } from './domain/signing-context.js';

const templates = new TemplateRenderer();
const context = {
  signature: { originalDocumentName: 'Lease' },
  organizationName: 'Acme',
} as SigningContext;

/** Other words need a new version: certificates of completion name the version that each signer agreed to. */
const STATEMENTS: Record<string, { version: string; text: string }> = {
  en: {
    version: '2',
    text:
      'I have read “Lease” and agree to it. I choose to sign it electronically, ' +
      'and I intend my electronic signature to count as my signature.',
  },
  es: {
    version: '2',
    text:
      'He leído «Lease» y estoy de acuerdo con su contenido. Elijo firmarlo electrónicamente ' +
      'y quiero que mi firma electrónica valga como mi firma.',
  },
};

describe('the consent statement', () => {
  it('has a known version in every language', () => {
    expect(templates.locales.sort()).toEqual(Object.keys(STATEMENTS));
  });

  it.each(Object.entries(STATEMENTS))('reads in %s as its version says', (locale, statement) => {
    expect(consentOf(context, templates, locale)).toMatchObject({ ...statement, locale });
  });
});
