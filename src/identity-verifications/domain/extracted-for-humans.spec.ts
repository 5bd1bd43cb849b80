import { COMBINED, FACE, LICENCE } from '../../../test/support/decision-inputs.js';
import {
  barcodeOf,
  doubted,
  findingsOf,
  mrzDate,
  printOf,
  side,
  unreadFindings,
} from '../../../test/support/document-findings.js';
import { decide } from './decision.policy.js';

const reading = (...values: Parameters<typeof findingsOf>) => ({ front: side(findingsOf(...values), FACE) });
const contradictory = { ...doubted('check_digit'), contradictory: true };

describe('what is extracted for a human', () => {
  const NOTHING_SAID = { surname: '', givenNames: '', documentNumber: '', birthDate: null, expiryDate: null };
  const FOREIGN = {
    complete: false,
    problems: ['no_header'],
    aamvaVersion: null,
    jurisdiction: null,
    country: null,
  };
  const PRINT = printOf('1 ERIKSSON', '2 ANNA MARIA', '3 12.08.1974', '4b 15.04.2038', '5 E774X12');

  test('reads the printed front next to a foreign barcode', () => {
    const front = side(findingsOf({}, {}, { mrz: null, printed: PRINT }), FACE);
    const { result, extractedData } = decide({
      ...LICENCE,
      front,
      back: side(barcodeOf(NOTHING_SAID, FOREIGN)),
    });
    expect(result).toBe('manual_review');
    expect(extractedData).toMatchObject({ lastName: 'ERIKSSON', documentNumber: 'E774X12' });
  });

  test('reports what an incomplete barcode holds, and the print for the rest', () => {
    const front = side(findingsOf({}, {}, { mrz: null, printed: PRINT }), FACE);
    const back = side(barcodeOf({ expiryDate: null, noExpiry: 'invalid' }, { complete: false }));
    const { result, extractedData, checks } = decide({ ...LICENCE, front, back, retakesUsedUp: true });
    expect(result).toBe('manual_review');
    expect(extractedData).toMatchObject({
      lastName: 'ERIKSSON',
      documentNumber: 'D1234567',
      expiryDate: '2038-04-15',
      issuingCountry: 'USA',
    });
    expect(checks.find(({ id }) => id === 'document_expiry')?.outcome).toBe('not_run');
  });

  test.each([
    ['doubtful', doubted('substitution')],
    ['contradictory', contradictory],
  ])('extracts nothing from a %s zone, but the print of the front next to it', (_, doubt) => {
    const printed = printOf('1. SVENSSON', '2. ANNA', '3. 12.08.1974', '4b. 15.04.2038', '5. E774X12');
    const passport = decide({ ...COMBINED, ...reading({}, doubt, { printed }), retakesUsedUp: true });
    const front = side(findingsOf({}, {}, { mrz: null, printed }), FACE);
    const back = side(findingsOf({}, doubt, { printed: null }));
    const card = decide({ ...LICENCE, documentType: 'id_card', front, back, retakesUsedUp: true });
    for (const { result, extractedData } of [passport, card]) {
      expect(result).toBe('manual_review');
      expect(extractedData).toEqual({
        firstName: 'ANNA',
        lastName: 'SVENSSON',
        dateOfBirth: '1974-08-12',
        documentNumber: 'E774X12',
        expiryDate: '2038-04-15',
        nationality: null,
        issuingCountry: null,
      });
    }
  });

  test('extracts number and dates of a zone whose names are in doubt, for a human alone', () => {
    const doubt = { ...doubted('low_confidence'), hasCertainFacts: true };
    const printed = printOf('Surname SVENSSON', 'Given names ANNA', 'Date of birth 13 AUG 1974');
    for (const print of [printed, printOf('')]) {
      const input = { ...COMBINED, ...reading({}, doubt, { printed: print }) };
      const decision = decide({ ...input, retakesUsedUp: true });
      expect(decision.result).toBe('manual_review');
      expect(decision.reasons).toContain('document_unreadable');
      expect(decision.extractedData).toEqual({
        firstName: print === printed ? 'ANNA' : null,
        lastName: print === printed ? 'SVENSSON' : null,
        dateOfBirth: '1974-08-12',
        documentNumber: 'L898902C3',
        expiryDate: '2038-04-15',
        nationality: null,
        issuingCountry: null,
      });
      expect(decision.checks.find(({ id }) => id === 'document_expiry')?.outcome).toBe('not_run');
    }
    const expired = { expiryDate: mrzDate('2020-04-15') };
    expect(decide({ ...COMBINED, ...reading(expired, doubt), retakesUsedUp: true }).result).toBe(
      'manual_review',
    );
  });

  test('extracts print that stands alone, without taking it for proof', () => {
    const printed = printOf(
      '1. ERIKSSON',
      '2. ANNA MARIA',
      '3. 12.08.1974 ULM',
      '4b. 15.04.2020',
      '5. E774X12',
    );
    const european = {
      ...LICENCE,
      front: side(findingsOf({}, {}, { mrz: null, printed }), FACE),
      back: side(unreadFindings(null)),
    };
    const decision = decide(european);
    expect(decision.result).toBe('manual_review');
    expect(decision.extractedData).toMatchObject({
      lastName: 'ERIKSSON',
      dateOfBirth: '1974-08-12',
      expiryDate: '2020-04-15',
      documentNumber: 'E774X12',
    });
    const outcomes = Object.fromEntries(decision.checks.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes).toMatchObject({ printed_text: 'uncertain', name_match: 'not_run' });
    expect(outcomes.document_expiry).not.toBe('fail');
    const faint = { ...printed, words: printed.words.map((word) => ({ ...word, confidence: 0.5 })) };
    const unsure = { ...european, front: side(findingsOf({}, {}, { mrz: null, printed: faint }), FACE) };
    expect(decide(unsure).extractedData.lastName).toBeNull();
  });
});
