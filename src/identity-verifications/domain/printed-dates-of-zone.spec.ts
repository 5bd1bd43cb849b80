import { CARD, COMBINED, FACE, TODAY } from '../../../test/support/decision-inputs.js';
import { findingsOf, mrzDate, printOf, side } from '../../../test/support/document-findings.js';
import { resolveExpiryDate } from '../../identity-documents/engines/mrz/mrz-dates.js';
import { decide } from './decision.policy.js';
import { type DecisionInput } from './decision-evidence.js';

const reading = (...values: Parameters<typeof findingsOf>) => ({ front: side(findingsOf(...values), FACE) });

describe('a document that may have no end of validity', () => {
  const zone = (raw: string, fields = {}) => ({ ...fields, expiryDate: resolveExpiryDate(raw, TODAY) });
  const printed = (...lines: string[]) => ({
    printed: printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', ...lines),
  });
  const expiryOf = ({ checks }: ReturnType<typeof decide>) =>
    checks.find(({ id }) => id === 'document_expiry')!;

  test.each([
    ['990101', '01 01 9999'],
    ['990101', '01019999'],
    ['991231', '31.12.9999'],
    ['991231', '31129999'],
    ['991231', '31.12.2999'],
    ['<<<<<<', 'NELIMITAT'],
    ['999999', '01 01 9999'],
    ['000000', 'UNLIMITED'],
  ])('approves a document without an end of validity if zone (%s) and print (%s) agree', (raw, line) => {
    const decision = decide({ ...COMBINED, ...reading(zone(raw), {}, printed(line)) });
    expect(expiryOf(decision)).toMatchObject({
      outcome: 'clear',
      message: expect.stringContaining('never expire'),
    });
    expect(decision).toMatchObject({
      result: 'approved',
      extractedData: { expiryDate: null, lastName: 'ERIKSSON' },
    });
  });

  test('takes the year of expiry from the print where two digits are ambiguous', () => {
    const decision = decide({ ...COMBINED, ...reading(zone('840101'), {}, printed('01 JAN 2084')) });
    expect(decision).toMatchObject({ result: 'approved', extractedData: { expiryDate: '2084-01-01' } });
  });

  const years = Array.from({ length: 24 }, (_, index) => `${76 + index}0101`);
  test.each([...years, '000101', '050101', '991231', '999999', '000000', '<<<<<<'])(
    'never rejects an ambiguous expiry, and shows the rest of the document: %s',
    (raw) => {
      for (const lines of [[], ['01 JAN 1999'], ['01 JAN 1976', '01 JAN 2001']]) {
        const decision = decide({ ...COMBINED, ...reading(zone(raw), {}, printed(...lines)) });
        expect(decision.result).toBe('manual_review');
        expect(decision.reasons).toContain('document_expiry_unknown');
        expect(decision.reasons).not.toContain('document_expired');
        expect(expiryOf(decision)).toMatchObject({
          outcome: 'uncertain',
          message: expect.stringContaining('never expire'),
        });
        expect(decision.extractedData).toMatchObject({
          expiryDate: null,
          lastName: 'ERIKSSON',
          documentNumber: 'L898902C3',
        });
      }
    },
  );

  test('doubts a document that expired before its holder was born', () => {
    const fields = {
      birthDate: mrzDate('2010-05-05'),
      expiryDate: resolveExpiryDate('080101', TODAY, '2010-05-05'),
    };
    const decision = decide({ ...COMBINED, ...reading(fields, {}, printed('01 JAN 2008')) });
    expect(decision.result).toBe('manual_review');
    expect(decision.extractedData.expiryDate).toBeNull();
  });

  test('takes the printed expiry where the zone has none, and leaves it to a human', () => {
    const card = { documentCode: 'ID', expiryDate: resolveExpiryDate('', TODAY) };
    const back = printOf("Carte valable jusqu'au : 01.06.2034");
    const french: DecisionInput = {
      ...CARD,
      front: side(findingsOf(card, { format: 'IDFRA' }, printed()), FACE),
      back: side(findingsOf({}, {}, { mrz: null, printed: back })),
    };
    const decision = decide(french);
    expect(decision).toMatchObject({ result: 'manual_review', extractedData: { expiryDate: '2034-06-01' } });
    expect(expiryOf(decision)).toMatchObject({
      outcome: 'uncertain',
      message: expect.stringContaining('only printed'),
    });
    const past = {
      ...french,
      back: side(findingsOf({}, {}, { mrz: null, printed: printOf("Valable jusqu'au : 01.06.2020") })),
    };
    expect(decide(past).result).toBe('manual_review');
    const unread = { ...french, back: side(findingsOf({}, {}, { mrz: null, printed: printOf('') })) };
    expect(decide(unread)).toMatchObject({ result: 'manual_review', extractedData: { expiryDate: null } });
  });
});

test('takes the year of birth of a person over a hundred from the print', () => {
  const lines = ['ERIKSSON', 'ANNA MARIA', '12 AUG 1924', 'L898902C3', '15 APR 2038'];
  const fields = { birthDate: mrzDate('2024-08-12') };
  const decision = decide({ ...COMBINED, ...reading(fields, {}, { printed: printOf(...lines) }) });
  expect(decision).toMatchObject({ result: 'approved', extractedData: { dateOfBirth: '1924-08-12' } });
});

test('compares a holder without a surname by the given names', () => {
  const fields = { surname: '', givenNames: 'RAVI KUMAR', nationality: '' };
  const lines = printOf('RAVI KUMAR', '12 AUG 1974', 'L898902C3', '15 APR 2038');
  const named = { ...COMBINED, fullName: 'Ravi Kumar', ...reading(fields, {}, { printed: lines }) };
  expect(decide(named)).toMatchObject({
    result: 'approved',
    extractedData: { firstName: 'RAVI KUMAR', lastName: null, nationality: null },
  });
  const unread = printOf('RAVI', '12 AUG 1974', 'L898902C3', '15 APR 2038');
  expect(decide({ ...named, ...reading(fields, {}, { printed: unread }) }).result).toBe('manual_review');
  expect(decide({ ...named, fullName: 'Raj Sharma' }).reasons).toContain('name_differs');
});
