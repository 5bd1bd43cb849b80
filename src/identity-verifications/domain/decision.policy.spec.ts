import { doubted, findingsOf, mrzDate, unreadFindings } from '../../../test/support/document-findings.js';
import { type CheckId } from './decision.js';
import { decide, type DecisionInput } from './decision.policy.js';

const TODAY = '2026-11-21';
const BASE: DecisionInput = {
  method: 'document',
  documentType: 'passport',
  fullName: 'Anna Maria Eriksson',
  findings: findingsOf(),
  analysisFailed: false,
  today: TODAY,
  allowSpecimens: false,
};
const given = (changes: Partial<DecisionInput>) => decide({ ...BASE, ...changes });
const reading = (...values: Parameters<typeof findingsOf>) => ({ findings: findingsOf(...values) });

const UTOPIAN = { issuingState: 'UTO', nationality: 'UTO' };
const expired = { expiryDate: mrzDate('2026-11-20') };

describe('approved', () => {
  test.each<[string, Partial<DecisionInput>]>([
    ['a passport with everything in order', {}],
    ['one that expires today', reading({ expiryDate: mrzDate(TODAY) })],
    ['a name in another order and case', { fullName: 'ERIKSSON anna maria' }],
    ['a specimen where specimens are admitted', { ...reading(UTOPIAN), allowSpecimens: true }],
  ])('%s', (_name, changes) => {
    expect(given(changes)).toMatchObject({ result: 'approved', reasons: [] });
  });

  test('says what was read and how well the names agree', () => {
    const decision = given({});
    expect(decision.extractedData).toEqual({
      firstName: 'ANNA MARIA',
      lastName: 'ERIKSSON',
      dateOfBirth: '1974-08-12',
      documentNumber: 'L898902C3',
      expiryDate: '2038-04-15',
      nationality: 'DE',
      issuingCountry: 'DEU',
    });
    expect(decision.matchScore).toBe(1);
    expect(decision.checks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['image_quality', 'clear'],
      ['machine_readable_zone', 'clear'],
      ['document_type', 'clear'],
      ['document_expiry', 'clear'],
      ['birth_date', 'clear'],
      ['name_match', 'clear'],
      ['specimen', 'clear'],
    ]);
  });
});

describe('rejected, on proof only', () => {
  test.each<[string, Partial<DecisionInput>, string[]]>([
    ['expired', reading(expired), ['document_expired']],
    ['a passport instead of an identity card', { documentType: 'id_card' }, ['document_type_mismatch']],
    [
      'a passport instead of a driving licence',
      { documentType: 'drivers_license' },
      ['document_type_mismatch'],
    ],
    [
      'another document with such a zone instead of a passport',
      reading({ documentCode: 'V' }, doubted('not_a_passport')),
      ['document_type_mismatch'],
    ],
  ])('%s', (_name, changes, reasons) => {
    expect(given(changes)).toMatchObject({ result: 'rejected', reasons });
  });
});

describe('a human decides', () => {
  test.each<[string, Partial<DecisionInput>, string[]]>([
    ['names nearly alike', { fullName: 'Anna Maria Erikson' }, ['name_uncertain']],
    ['another name', { fullName: 'John Smith' }, ['name_differs']],
    ['no name to compare', { fullName: '' }, []],
    ['a name in another script', { fullName: 'Анна Эрикссон' }, ['name_uncertain']],
    ['nothing read', { findings: unreadFindings('no_document_found') }, ['document_unreadable']],
    ['a blurred photo', { findings: unreadFindings('blurred') }, ['document_unreadable']],
    [
      'check digits wrong',
      reading({}, { ...doubted('check_digit'), contradictory: true }),
      ['document_contradictory'],
    ],
    ['read with doubt', reading({}, doubted('low_confidence')), ['document_unreadable']],
    ['a guess at a character', reading({}, doubted('substitution')), ['document_unreadable']],
    ['expired, but read with doubt', reading(expired, doubted('low_confidence')), ['document_unreadable']],
    [
      'another document, read with doubt',
      { documentType: 'id_card', ...reading({}, doubted('check_digit')) },
      ['document_unreadable'],
    ],
    [
      'born the day before yesterday',
      reading({ birthDate: mrzDate('2026-11-19') }),
      ['birth_date_implausible'],
    ],
    [
      'a child, or somebody over a hundred',
      reading({ birthDate: mrzDate('2023-02-01') }),
      ['birth_date_implausible'],
    ],
    ['a specimen', reading(UTOPIAN), ['specimen_document']],
    ['a specimen by its name', reading({ surname: 'SPECIMEN' }), ['name_differs', 'specimen_document']],
    ['a failed analysis', { findings: null, analysisFailed: true }, ['analysis_failed']],
    [
      'an identity card, which no engine reads',
      { documentType: 'id_card', findings: unreadFindings('no_document_found') },
      ['document_type_unsupported'],
    ],
  ])('%s', (_name, changes, reasons) => {
    expect(given(changes)).toMatchObject({ result: 'manual_review', reasons });
  });

  test('always, where a face is asked for: none is looked at', () => {
    const unseen = ['face_not_checked', 'liveness_not_checked'];
    expect(given({ method: 'combined' })).toMatchObject({ result: 'manual_review', reasons: unseen });
    expect(given({ method: 'combined', ...reading(expired) })).toMatchObject({
      result: 'manual_review',
      reasons: ['document_expired', ...unseen],
    });
    const alone = given({ method: 'liveness', findings: null });
    expect(alone).toMatchObject({
      result: 'manual_review',
      matchScore: 0,
      reasons: ['liveness_not_checked'],
    });
    expect(alone.checks).toEqual([
      expect.objectContaining({ id: 'liveness', outcome: 'not_run', score: null }),
    ]);
  });

  test('extracts nothing that was read with doubt, and scores nothing that was not compared', () => {
    const { extractedData, matchScore } = given(reading({}, doubted('check_digit')));
    expect(Object.keys(extractedData)).toHaveLength(7);
    expect(Object.values(extractedData)).toEqual(Array(7).fill(null));
    expect(matchScore).toBe(0);
  });

  test('nothing is approved while any required check is not clear', () => {
    const all: Partial<DecisionInput>[] = [
      { findings: null },
      { findings: unreadFindings('blurred') },
      { fullName: '' },
      { fullName: 'Somebody Else' },
      { documentType: null },
      { documentType: 'id_card' },
      { method: 'combined' },
      { method: 'liveness' },
      reading(UTOPIAN),
      reading(expired),
      reading({ birthDate: mrzDate(null) }),
      reading({ expiryDate: mrzDate(null) }),
      reading({}, doubted('unknown_state')),
    ];
    for (const changes of all) expect(given(changes).result).not.toBe('approved');
  });

  test('a check that was not run says so', () => {
    const ids = (outcome: string) =>
      given({ findings: null }).checks.filter((check) => check.outcome === outcome);
    expect(ids('not_run').map(({ id }): CheckId => id)).toHaveLength(7);
  });
});
