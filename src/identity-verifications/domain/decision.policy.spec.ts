import {
  CARD,
  COMBINED,
  FACE,
  LICENCE,
  LIVENESS,
  PASSPORT,
  TODAY,
} from '../../../test/support/decision-inputs.js';
import {
  barcodeOf,
  enhancedOf,
  faceAt,
  findingsOf,
  flawed,
  livenessOf,
  mrzDate,
  printOf,
  side,
} from '../../../test/support/document-findings.js';
import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type CheckId, matchedBy } from './decision.js';
import { decide } from './decision.policy.js';
import { type DecisionInput } from './decision-evidence.js';

const front = (findings: DocumentFindings) => ({ front: side(findings, FACE) });
const reading = (...values: Parameters<typeof findingsOf>) => front(findingsOf(...values));
const expired = { expiryDate: mrzDate('2026-11-20') };
/** Print of the expired document. */
const EXPIRED_PRINT = {
  printed: printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', '20 NOV 2026'),
};
/** Print of the same document, expiring today. */
const LAST_DAY = { printed: printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3', '21 NOV 2026') };
const utopian = { issuingState: 'UTO', nationality: 'UTO' };

describe('approval when every check is clear', () => {
  test.each<[string, DecisionInput]>([
    ['a passport, the document alone', PASSPORT],
    ['a passport and its holder', COMBINED],
    ['an identity card and its holder', CARD],
    ['a licence with a barcode and its holder', LICENCE],
    ['an enhanced licence', { ...LICENCE, back: side(enhancedOf()) }],
    [
      'an enhanced licence as an identity card',
      { ...LICENCE, documentType: 'id_card', back: side(enhancedOf()) },
    ],
    ['a living person', LIVENESS],
    [
      'a document that expires today',
      { ...COMBINED, ...reading({ expiryDate: mrzDate(TODAY) }, {}, LAST_DAY) },
    ],
    ['a name in another order and case', { ...COMBINED, fullName: 'ERIKSSON anna maria' }],
    ['no name to compare', { ...COMBINED, fullName: '' }],
    ['a specimen where specimens are allowed', { ...COMBINED, ...reading(utopian), allowSpecimens: true }],
  ])('approves %s', (_name, input) => {
    expect(decide(input).result).toBe('approved');
  });

  test('says of a document alone that nobody was matched to it', () => {
    const decision = decide(PASSPORT);
    expect(decision.reasons).toEqual(['holder_not_matched']);
    expect(decision.checks.find(({ id }) => id === 'face_match')).toMatchObject({
      outcome: 'not_run',
      message: expect.stringContaining('No face was compared'),
    });
    expect(decision).toMatchObject({ matchScore: 1, livenessResult: null });
    expect(matchedBy(decision.checks)).toBe('name');
  });

  test('returns what was read, how well the faces agree, and what the challenge showed', () => {
    const decision = decide(COMBINED);
    expect(decision.extractedData).toEqual({
      firstName: 'ANNA MARIA',
      lastName: 'ERIKSSON',
      dateOfBirth: '1974-08-12',
      documentNumber: 'L898902C3',
      expiryDate: '2038-04-15',
      nationality: 'DE',
      issuingCountry: 'DEU',
    });
    expect(decision.reasons).toEqual([]);
    expect(decision.matchScore).toBe(decision.checks.find(({ id }) => id === 'face_match')!.score);
    expect(matchedBy(decision.checks)).toBe('face');
    expect(matchedBy(decide(LIVENESS).checks)).toBeNull();
    expect(decision.livenessResult).toEqual({ passed: true, score: 1, spoofDetected: false });
  });
});

describe('rejection on proof only', () => {
  const another = { front: side(findingsOf(), faceAt(0.9)) };
  test.each<[string, DecisionInput, string]>([
    [
      'a passport that expired, as its print confirms',
      { ...PASSPORT, ...reading(expired, {}, EXPIRED_PRINT) },
      'document_expired',
    ],
    [
      'a passport that expired, without any print read',
      { ...PASSPORT, ...reading(expired, {}, { printed: printOf('') }) },
      'document_expired',
    ],
    [
      'a licence that expired',
      {
        ...LICENCE,
        front: side(findingsOf({}, {}, { mrz: null, printed: printOf('11/20/2026') }), FACE),
        back: side(barcodeOf({ expiryDate: '2026-11-20' })),
      },
      'document_expired',
    ],
    [
      'another kind of document after the retakes',
      { ...PASSPORT, documentType: 'drivers_license', retakesUsedUp: true },
      'document_type_mismatch',
    ],
    ['another person', { ...COMBINED, ...another }, 'face_differs'],
    [
      'a spoof',
      { ...COMBINED, liveness: livenessOf({ passed: false, spoofDetected: true }) },
      'spoof_detected',
    ],
    [
      'no attempt left',
      { ...COMBINED, liveness: { ...livenessOf({ passed: false }), attemptsUsedUp: true } },
      'liveness_failed',
    ],
    [
      'a spoof where no document is requested',
      { ...LIVENESS, liveness: livenessOf({ passed: false, spoofDetected: true }) },
      'spoof_detected',
    ],
  ])('rejects %s', (_name, input, reason) => {
    const decision = decide(input);
    expect(decision.result).toBe('rejected');
    expect(decision.reasons).toContain(reason);
  });

  test.each<[string, DecisionInput]>([
    ['another kind of document while it can be retaken', { ...PASSPORT, documentType: 'id_card' }],
    [
      'another face in a bad photo',
      { ...COMBINED, front: side(flawed({ isMonochrome: true }), faceAt(0.9)) },
    ],
    ['a challenge that can be retried', { ...COMBINED, liveness: livenessOf({ passed: false }) }],
    [
      'a challenge in doubt, after the last attempt',
      {
        ...COMBINED,
        liveness: { ...livenessOf({ passed: false, inDoubt: true }), attemptsUsedUp: true },
      },
    ],
    ['a request for a human', { ...COMBINED, ...reading(expired, {}, EXPIRED_PRINT), humanRequested: true }],
    ['an expiry that the print contradicts', { ...COMBINED, ...reading(expired) }],
  ])('sends to review instead of rejecting: %s', (_name, input) => {
    expect(decide(input).result).toBe('manual_review');
  });
});

test('does not approve without every check', () => {
  for (const input of [PASSPORT, COMBINED, CARD, LICENCE, LIVENESS]) {
    const checks = decide(input).checks.filter(({ outcome }) => outcome === 'clear');
    expect(checks.length).toBeGreaterThan(0);
  }
  const withoutEach: [CheckId, DecisionInput][] = [
    ['machine_readable_zone', { ...COMBINED, ...reading({}, { accepted: false }) }],
    ['image_quality', { ...COMBINED, ...front({ ...findingsOf(), quality: null }) }],
    ['liveness', { ...COMBINED, liveness: null }],
    ['face_match', { ...COMBINED, front: side(findingsOf()) }],
    ['seen_before', { ...COMBINED, seenBefore: null }],
    ['printed_text', { ...COMBINED, ...reading({}, {}, { printed: null }) }],
  ];
  for (const [id, input] of withoutEach) {
    const decision = decide(input);
    expect(decision.checks.find((check) => check.id === id)!.outcome).not.toBe('clear');
    expect(decision.result).toBe('manual_review');
  }
});
