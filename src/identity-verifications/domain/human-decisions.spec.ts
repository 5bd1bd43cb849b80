import { CARD, COMBINED, FACE, LICENCE, LIVENESS, PASSPORT } from '../../../test/support/decision-inputs.js';
import {
  barcodeOf,
  doubted,
  enhancedOf,
  faceAt,
  findingsOf,
  flawed,
  mrzDate,
  portraitOf,
  printOf,
  side,
  unreadFindings,
} from '../../../test/support/document-findings.js';
import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { decide } from './decision.policy.js';
import { type DecisionInput } from './decision-evidence.js';

const front = (findings: DocumentFindings) => ({ front: side(findings, FACE) });
const reading = (...values: Parameters<typeof findingsOf>) => front(findingsOf(...values));
const utopian = { issuingState: 'UTO', nationality: 'UTO' };
// Licences, two of them enhanced.
const zoneExpired = enhancedOf({ expiryDate: mrzDate('2020-04-15') });
const barcodeExpired = enhancedOf({}, { expiryDate: '2020-04-15' });
const unread = front(unreadFindings('blurred'));
const longExpired = barcodeOf({ expiryDate: '1999-12-31' });
const contradictory = { ...doubted('check_digit'), contradictory: true };

describe('decisions left to a human', () => {
  const noPortrait = { ...COMBINED.front!, portrait: portraitOf(FACE, { found: false, descriptor: null }) };
  const smallPortrait = { ...COMBINED.front!, portrait: portraitOf(FACE, { tooSmall: true }) };
  test.each<[string, DecisionInput, string]>([
    ['names nearly alike', { ...COMBINED, fullName: 'Anna Maria Erikson' }, 'name_uncertain'],
    ['another name', { ...COMBINED, fullName: 'John Smith' }, 'name_differs'],
    ['a name in another script', { ...COMBINED, fullName: 'Άννα Έρικσον' }, 'name_uncertain'],
    [
      'an unknown state',
      { ...COMBINED, ...reading({}, { doubts: ['unknown_state'] }) },
      'document_field_uncertain',
    ],
    ['nothing read', { ...COMBINED, ...front(unreadFindings('no_document_found')) }, 'document_unreadable'],
    ['a zone in doubt', { ...COMBINED, ...reading({}, doubted('low_confidence')) }, 'document_unreadable'],
    [
      'a zone that contradicts itself',
      { ...COMBINED, ...reading({}, contradictory) },
      'document_contradictory',
    ],
    ['the analysis failed', { ...COMBINED, front: side(null) }, 'analysis_failed'],
    ['a specimen', { ...COMBINED, ...reading(utopian) }, 'specimen_document'],
    [
      'a specimen by its print',
      { ...COMBINED, ...reading({}, {}, { printed: printOf('ERIKSSON L898902C3', 'SPÉCIMEN') }) },
      'specimen_document',
    ],
    ['a specimen by its name', { ...COMBINED, ...reading({ surname: 'MUSTERMANN' }) }, 'specimen_document'],
    ['a specimen by its Polish name', { ...COMBINED, ...reading({ surname: 'WZOR' }) }, 'specimen_document'],
    [
      'a child, or a person over a hundred',
      { ...COMBINED, ...reading({ birthDate: mrzDate('2020-01-01') }) },
      'birth_date_implausible',
    ],
    [
      'print that says otherwise',
      {
        ...COMBINED,
        ...reading({}, {}, { printed: printOf('Surname', 'SMITH', 'Date of birth', '01 JAN 1999') }),
      },
      'printed_text',
    ],
    [
      'print that was not read',
      { ...COMBINED, ...reading({}, {}, { printed: printOf('') }) },
      'printed_text_unread',
    ],
    [
      'print that was not searched for',
      { ...COMBINED, ...reading({}, {}, { printed: null }) },
      'printed_text_unread',
    ],
    ['a cut-off document', { ...COMBINED, ...front(flawed({ isCutOff: true })) }, 'image_quality_poor'],
    ['a photo of a screen', { ...COMBINED, ...front(flawed({ isFromScreen: true })) }, 'image_quality_poor'],
    ['a grey copy', { ...COMBINED, ...front(flawed({ isMonochrome: true })) }, 'image_quality_poor'],
    ['a tinted copy', { ...COMBINED, ...front(flawed({ mayBeCopy: true })) }, 'image_quality_poor'],
    [
      'a card without a zone',
      { ...CARD, back: side(findingsOf({}, {}, { mrz: null })) },
      'document_unreadable',
    ],
    [
      'the back of another card',
      { ...CARD, front: side(findingsOf({}, {}, { mrz: null, printed: printOf('OTHER', 'PERSON') }), FACE) },
      'sides_not_matched',
    ],
    ['a card without its back', { ...CARD, back: null }, 'document_unreadable'],
    [
      'an incomplete barcode',
      { ...LICENCE, back: side(barcodeOf({}, { complete: false })) },
      'document_unreadable',
    ],
    [
      'an enhanced licence whose barcode was not read',
      { ...LICENCE, back: side({ ...enhancedOf(), barcode: null }), retakesUsedUp: true },
      'document_type_uncertain',
    ],
    [
      'an enhanced licence with an incomplete barcode',
      { ...LICENCE, back: side(enhancedOf({}, {}, { complete: false })), retakesUsedUp: true },
      'document_unreadable',
    ],
    [
      'an enhanced licence with two holders',
      { ...LICENCE, back: side(enhancedOf({}, { surname: 'OTHER', givenNames: 'PERSON' })) },
      'document_contradictory',
    ],
    [
      'an enhanced licence with two numbers',
      { ...LICENCE, back: side(enhancedOf({}, { documentNumber: 'D7654321' })) },
      'document_field_uncertain',
    ],
    ['a zone alone expired', { ...LICENCE, back: side(zoneExpired) }, 'document_expiry_unknown'],
    ['a barcode alone expired', { ...LICENCE, back: side(barcodeExpired) }, 'document_expiry_unknown'],
    ['an old expiry', { ...LICENCE, ...unread, back: side(longExpired) }, 'document_expiry_unknown'],
    [
      'a licence without an end of validity',
      { ...LICENCE, back: side(barcodeOf({ expiryDate: null, noExpiry: 'without_end' })) },
      'printed_text_unread',
    ],
    [
      'a licence that does not state its end of validity',
      { ...LICENCE, back: side(barcodeOf({ expiryDate: null, noExpiry: 'not_stated' })) },
      'document_expiry_unknown',
    ],
    ['no portrait', { ...COMBINED, front: noPortrait }, 'face_uncertain'],
    ['a portrait too small', { ...COMBINED, front: smallPortrait }, 'face_uncertain'],
    ['a face nearly alike', { ...COMBINED, front: side(findingsOf(), faceAt(0.58)) }, 'face_uncertain'],
    [
      'another face that may have lain on its side',
      { ...COMBINED, front: { ...COMBINED.front!, portrait: portraitOf(faceAt(0.9), { isCertain: false }) } },
      'face_uncertain',
    ],
    ['no challenge', { ...COMBINED, liveness: null }, 'liveness_not_checked'],
    ['seen under another name', { ...COMBINED, seenBefore: 'face' }, 'seen_under_another_name'],
    ['an unfinished search for earlier appearances', { ...COMBINED, seenBefore: null }, ''],
    ['a request for a human', { ...COMBINED, humanRequested: true }, 'human_requested'],
  ])('sends to a human: %s', (_name, input, reason) => {
    const decision = decide(input);
    expect(decision.result).toBe('manual_review');
    expect(decision.reasons.join()).toContain(reason);
  });

  test.each([
    ['surname', ['12 AUG 1974', 'L898902C3', '15 APR 2038']],
    ['number', ['ERIKSSON', '12 AUG 1974', '15 APR 2038']],
    ['date of birth', ['ERIKSSON', 'L898902C3', '15 APR 2038']],
    ['date of expiry', ['ERIKSSON', '12 AUG 1974', 'L898902C3']],
  ])('names the %s when the print lacks it', (missing, lines) => {
    const decision = decide({ ...PASSPORT, ...reading({}, {}, { printed: printOf(...lines) }) });
    expect(decision.checks.find(({ id }) => id === 'printed_text')).toMatchObject({
      outcome: 'uncertain',
      message: `Part of the machine-readable data was not found in the printed text: ${missing}`,
    });
    expect(decision.result).toBe('manual_review');
  });

  test.each([
    [['12 AUG 1974', 'Date of expiry/Date d’expiration', '15 APR 2039'], 'fail', 'printed_text_differs', ''],
    [['12 AUG 1974', '15 APR 2039'], 'uncertain', 'printed_text_unread', ''],
    [['Date of expiry', '15 APR 2039'], 'fail', 'printed_text_differs', '; not found: date of birth'],
    [['15 APR 2039'], 'uncertain', 'printed_text_unread', '; not found: date of birth'],
  ])('reports another date in print, whatever else agrees: %s', (lines, outcome, reason, rest) => {
    const printed = printOf('ERIKSSON', 'ANNA MARIA', 'L898902C3', ...lines);
    const { result, checks, reasons } = decide({ ...PASSPORT, ...reading({}, {}, { printed }) });
    const made = checks.find(({ id }) => id === 'printed_text')!;
    expect(made.outcome).toBe(outcome);
    expect(made.message.endsWith(`: date of expiry${rest}`)).toBe(true);
    expect(result).toBe('manual_review');
    expect(reasons).toContain(reason);
  });

  test.each(['unknown_state', 'invalid_date', 'missing_name', 'malformed_names'] as const)(
    'does not call a zone unreadable for a doubt about one field: %s',
    (doubt) => {
      const { checks, reasons, extractedData } = decide({ ...COMBINED, ...reading({}, { doubts: [doubt] }) });
      expect(reasons).toEqual(['document_field_uncertain']);
      expect(checks.find(({ id }) => id === 'machine_readable_zone')).toMatchObject({
        outcome: 'uncertain',
        message: `The machine readable zone was read, but one of its fields is in doubt: ${doubt}`,
      });
      expect(extractedData.documentNumber).toBe('L898902C3');
    },
  );

  describe('review of every face, if the organization wants it', () => {
    const wanted = { reviewFaces: true };
    test.each<[string, DecisionInput]>([
      ['with a document', { ...COMBINED, ...wanted }],
      ['without a document', { ...LIVENESS, ...wanted }],
    ])('sends every face to review %s', (_, input) => {
      expect(decide({ ...input, reviewFaces: false }).result).toBe('approved');
      const { result, reasons, checks } = decide(input);
      expect([result, reasons]).toEqual(['manual_review', ['face_review_required']]);
      expect(checks.every(({ outcome }) => outcome === 'clear' || outcome === 'not_run')).toBe(true);
    });

    test('adds the review of faces to other reasons', () => {
      const { reasons } = decide({ ...COMBINED, ...wanted, fullName: 'John Smith' });
      expect(reasons).toEqual(['face_review_required', 'name_differs']);
    });

    test('requires no review of faces where there is none, or where a machine rejects', () => {
      const document = decide({ ...PASSPORT, ...wanted });
      expect(document).toEqual(decide(PASSPORT));
      const printed = printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', '15 APR 2020');
      const expired = reading({ expiryDate: mrzDate('2020-04-15') }, {}, { printed });
      const { result, reasons } = decide({ ...COMBINED, ...expired, ...wanted });
      expect([result, reasons.includes('face_review_required')]).toEqual(['rejected', false]);
    });
  });

  test('sends a contradictory zone to a human despite a valid barcode', () => {
    const both = { ...barcodeOf(), mrz: findingsOf({}, contradictory).mrz };
    expect(decide({ ...LICENCE, back: side(both) }).result).toBe('manual_review');
  });

  test('names the fields in which barcode and zone differ', () => {
    const { checks } = decide({ ...LICENCE, back: side(enhancedOf({}, { birthDate: '1974-08-13' })) });
    expect(checks.find(({ id }) => id === 'barcode')).toMatchObject({
      outcome: 'fail',
      message: 'The barcode and the machine readable zone disagree: date of birth',
    });
  });

  test('does not call a document without an end of validity expired', () => {
    const back = side(barcodeOf({ expiryDate: null, noExpiry: 'without_end' }));
    const { checks, extractedData } = decide({ ...LICENCE, back });
    expect(extractedData.expiryDate).toBeNull();
    expect(checks.find(({ id }) => id === 'document_expiry')).toMatchObject({
      outcome: 'clear',
      message: 'The document never expires',
    });
  });
});
