import { LOCALES } from '../../platform/templates/locales.js';
import { type Statement } from '../../platform/templates/statement.js';
import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { type CheckResult } from '../document-checks.js';
import { resultPage } from './verify-document.view-model.js';

/** How the result tells when the certificate of a signature is valid. */
function validity(validFrom: string, validTo: string): Statement {
  const certificate = { name: 'Anna', organization: null, issuer: 'Acme', validFrom, validTo };
  const facts = { pages: 1, signatures: [{ kind: 'signature', signers: [{ certificate }] }] };
  const judgement = { headline: { tone: 'good' }, evidence: [], signatures: [[]] };
  const result = { sha256: '', sealed: null, outcome: { facts, judgement } } as unknown as CheckResult;
  const { signatures } = resultPage(result).model as {
    signatures: { signers: { validity: Statement }[] }[];
  };
  return signatures[0]!.signers[0]!.validity;
}

describe('when a certificate is valid', () => {
  const templates = new TemplateRenderer();
  const inEnglish = (from: string, to: string) => templates.translate(validity(from, to), { locale: 'en' });

  it('is told as a period, or as a day where both ends are on it', () => {
    expect(inEnglish('2026-11-27T23:59:00.000Z', '2026-11-28T00:01:00.000Z')).toBe(
      'valid from November 27, 2026 to November 28, 2026',
    );
    expect(inEnglish('2026-11-27T10:00:00.000Z', '2026-11-27T10:15:00.000Z')).toBe(
      'valid on November 27, 2026',
    );
  });

  it.each(LOCALES)('names the day once in %s', (locale) => {
    const told = templates.translate(validity('2026-11-27T10:00:00.000Z', '2026-11-27T10:15:00.000Z'), {
      locale,
    });
    expect(told.match(/27/g)).toHaveLength(1);
  });
});
