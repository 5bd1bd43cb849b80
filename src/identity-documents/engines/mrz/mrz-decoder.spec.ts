import { checkDigit, MRZ_ALPHABET } from './check-digit.js';
import { CLASS_COUNT } from './glyph-classifier.js';
import { decodeMrz } from './mrz-decoder.js';
import { MRVA, TD1, TD3 } from './mrz-format.js';
import { interpretMrz } from './mrz-reading.js';

const UPPER = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const LOWER = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const TODAY = '2026-01-01';
const PLACE = { rotation: 0 as const, box: [] };

/** Scores of a line read with certainty, except in the given columns. */
function scores(text: string, doubtful: Record<number, Record<string, number>> = {}): Float32Array[] {
  return [...text].map((character, column) => {
    const probabilities = new Float32Array(CLASS_COUNT).fill(0.0005);
    for (const [candidate, probability] of Object.entries(doubtful[column] ?? { [character]: 0.982 })) {
      probabilities[MRZ_ALPHABET.indexOf(candidate)] = probability;
    }
    return probabilities;
  });
}

const decode = (upper: Float32Array[], lower: Float32Array[]) => decodeMrz(TD3, [upper, lower]);
const read = (upper: Float32Array[], lower: Float32Array[]) =>
  interpretMrz(decode(upper, lower), TODAY, PLACE);

describe('decoding an MRZ', () => {
  it('picks the most probable characters and validates every check digit', () => {
    const zone = decode(scores(UPPER), scores(LOWER));
    expect(zone.lines).toEqual([UPPER, LOWER]);
    expect(zone.checks).toEqual({
      documentNumber: true,
      birthDate: true,
      expiryDate: true,
      personalNumber: true,
      composite: true,
    });
    expect(zone.substitutions).toEqual([]);
  });

  it('allows only letters in names and only digits in dates', () => {
    const upper = scores(UPPER, { 7: { '1': 0.6, I: 0.35 }, 11: { '0': 0.7, O: 0.25 } });
    const lower = scores(LOWER, { 14: { O: 0.5, '4': 0.45 }, 11: { '7': 0.6, T: 0.3 } });
    const zone = decode(upper, lower);
    expect(zone.lines).toEqual([UPPER, LOWER]);
    expect(zone.confidences[1]![14]).toBeCloseTo(0.45);
  });

  it('corrects a doubtful character to satisfy a check digit, and reports it', () => {
    const reading = read(scores(UPPER), scores(LOWER, { 1: { B: 0.55, '8': 0.4 } }));
    expect(reading.lines[1]).toBe(LOWER);
    expect(reading.substitutions).toEqual([{ line: 1, column: 1, from: 'B', to: '8' }]);
    expect(reading.checkDigits.documentNumber).toBe(true);
    expect(reading.accepted).toBe(false);
    expect(reading.doubts).toContain('substitution');
    expect(reading.minConfidence).toBeCloseTo(0.4);
  });

  it('turns a doubtful letter after the names into a filler, and calls names with a certain one malformed', () => {
    const doubtful = read(scores(UPPER, { 32: { C: 0.55, '<': 0.4 } }), scores(LOWER));
    expect(doubtful.lines).toEqual([UPPER, LOWER]);
    expect(doubtful).toMatchObject({ accepted: true, minConfidence: expect.closeTo(0.4) as number });
    const certain = read(scores(UPPER, { 32: { C: 0.95, '<': 0.04 } }), scores(LOWER));
    expect(certain.lines[0]!.charAt(32)).toBe('C');
    expect(certain.doubts).toEqual(['malformed_names']);
  });

  it('does not accept a doubtful letter in a name, which no check digit covers', () => {
    const reading = read(scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER));
    expect(reading.lines[0]).toBe(UPPER);
    expect(reading.doubts).toEqual(['low_confidence']);
    expect(reading).toMatchObject({ accepted: false, hasCertainFacts: true });
  });

  it.each<[string, Parameters<typeof read>]>([
    ['number', [scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER, { 1: { '8': 0.85, B: 0.1 } })]],
    [
      'birth date',
      [scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER, { 14: { '4': 0.85, '9': 0.1 } })],
    ],
    ['expiry', [scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER, { 22: { '2': 0.85, '7': 0.1 } })]],
    [
      'check digit',
      [scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER, { 19: { '2': 0.85, '7': 0.1 } })],
    ],
    ['number, corrected', [scores(UPPER), scores(LOWER, { 1: { B: 0.55, '8': 0.4 } })]],
    ['nothing', [scores(UPPER), scores(LOWER)]],
  ])('calls no facts certain for a human where in doubt is: %s', (_, lines) => {
    expect(read(...lines).hasCertainFacts).toBe(false);
  });

  it('never corrects a character read with certainty', () => {
    const altered = LOWER.slice(0, 13) + '75' + LOWER.slice(15);
    const reading = read(scores(UPPER), scores(altered));
    expect(reading.lines[1]).toBe(altered);
    expect(reading.substitutions).toEqual([]);
    expect(reading.checkDigits).toMatchObject({ birthDate: false, composite: false, documentNumber: true });
    expect(reading.accepted).toBe(false);
  });

  it('never corrects to a character that the image does not support', () => {
    const altered = LOWER.slice(0, 13) + '75' + LOWER.slice(15);
    const zone = decode(scores(UPPER), scores(altered, { 14: { '5': 0.85, '6': 0.1 } }));
    expect(zone.lines[1]).toBe(altered);
    expect(zone.checks.birthDate).toBe(false);
  });

  it('accepts a filler as the check digit of an empty personal number only', () => {
    const empty = 'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<<6';
    expect(decode(scores(UPPER), scores(empty)).checks).toMatchObject({ personalNumber: true });
    const held = 'L898902C36UTO7408122F1204159ZE184226B<<<<<<0';
    expect(decode(scores(UPPER), scores(held)).checks).toMatchObject({ personalNumber: false });
  });
});

describe('interpreting an MRZ', () => {
  it('returns every field of the MRZ', () => {
    const reading = read(scores(UPPER), scores(LOWER));
    expect(reading.fields).toEqual({
      documentCode: 'P',
      issuingState: 'UTO',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      namesMayBeTruncated: false,
      documentNumber: 'L898902C3',
      nationality: 'UTO',
      birthDate: { raw: '740812', date: '1974-08-12' },
      sex: 'F',
      expiryDate: { raw: '120415', date: '2012-04-15' },
      optionalData: ['ZE184226B'],
    });
    expect(reading).toMatchObject({ format: 'TD3', accepted: true, doubts: [], contradictory: false });
  });

  it('reads one-letter states, unspecified sex, missing given names and truncated names', () => {
    const upper = 'P<D<<VAN<DER<MUELLENSCHLAEDER<HOHENLOHE<WALD';
    const lower = 'L898902C36D<<7408122<1204159ZE184226B<<<<<10';
    expect(read(scores(upper), scores(lower)).fields).toMatchObject({
      issuingState: 'D',
      nationality: 'D',
      sex: 'X',
      surname: 'VAN DER MUELLENSCHLAEDER HOHENLOHE WALD',
      givenNames: '',
      namesMayBeTruncated: true,
    });
  });

  it.each([
    ['unknown_kind', UPPER.replace('P', 'V'), LOWER],
    ['unknown_kind', UPPER.replace('P<UTO', '<P<UT'), LOWER],
    ['check_digit', UPPER, LOWER.slice(0, -1) + '3'],
  ])('does not accept an MRZ that leaves the doubt %s', (doubt, upper, lower) => {
    const reading = read(scores(upper), scores(lower));
    expect(reading.doubts).toContain(doubt);
    expect(reading.accepted).toBe(false);
  });

  it.each([
    ['unknown_state', UPPER.replace('UTO', 'QQQ'), LOWER],
    ['unknown_state', UPPER, LOWER.replace('UTO', 'ZZZ')],
    ['missing_name', 'P<UTO' + '<'.repeat(39), LOWER],
    ['malformed_names', 'P<UTOERIKSSON<<ANNA<<<<<<MARIA<<<<<<<<<<<<<<', LOWER],
    ['invalid_date', UPPER, 'L898902C36UTO7413128F1204159ZE184226B<<<<<10'],
  ])('accepts the other fields when one is in doubt: %s', (doubt, upper, lower) => {
    const reading = read(scores(upper), scores(lower));
    expect(reading).toMatchObject({ accepted: true, doubts: [doubt] });
    expect(reading.fields.documentNumber).toBe('L898902C3');
  });

  it.each([
    ['P<IND<<RAVI<KUMAR', '', 'RAVI KUMAR'],
    ['P<NGAOKAFOR<<CHIDI<<EMEKA', 'OKAFOR', 'CHIDI EMEKA'],
    ['P<NGAOKAFOR<<<CHIDI<EMEKA', 'OKAFOR', 'CHIDI EMEKA'],
    ['P<NGAOKAFOR<<CHIDI<<<EMEKA', 'OKAFOR', 'CHIDI EMEKA'],
    ['P<IDNSUHARTO', 'SUHARTO', ''],
    ['P<IND<<RAVI', '', 'RAVI'],
    [
      'P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMR<KRASUANG'.slice(0, 44),
      'NILAVADHANANANDA',
      'CHAYAPA DEJTHAMR KRAS',
    ],
  ])('reads names as issuers print them: %s', (names, surname, givenNames) => {
    const reading = read(scores(names.padEnd(44, '<')), scores(LOWER));
    expect(reading).toMatchObject({ accepted: true, doubts: [], fields: { surname, givenNames } });
  });

  it('does not take a doubtful filler between unusual names for certain', () => {
    const upper = 'P<NGAOKAFOR<<CHIDI<<EMEKA'.padEnd(44, '<');
    expect(read(scores(upper, { 19: { '<': 0.6, K: 0.35 } }), scores(LOWER)).doubts).toEqual([
      'low_confidence',
    ]);
  });

  it('reads a blank nationality and a blank expiry, with a zero or a filler as its check digit', () => {
    const lower = (nationality: string, digit: string) => {
      const begin = `L898902C36${nationality}7408122F<<<<<<${digit}<<<<<<<<<<<<<<0`;
      const composite = checkDigit(begin.slice(0, 10) + begin.slice(13, 20) + begin.slice(21));
      return scores(`${begin}${composite}`);
    };
    for (const digit of ['0', '<']) {
      const reading = read(scores(UPPER), lower('<<<', digit));
      expect(reading).toMatchObject({ accepted: true, doubts: [] });
      expect(reading.fields).toMatchObject({ nationality: '', expiryDate: { raw: '<<<<<<', date: null } });
    }
    expect(read(scores(UPPER), lower('UTO', '3')).accepted).toBe(false);
  });

  it.each([
    'D<<',
    'GBD',
    'GBN',
    'GBO',
    'GBP',
    'GBS',
    'UNK',
    'RKS',
    'EUE',
    'UNO',
    'XXA',
    'XXB',
    'XXC',
    'XXX',
    'UTO',
  ])('knows the nationality %s', (code) =>
    expect(read(scores(UPPER), scores(LOWER.replace('UTO', code))).doubts).toEqual([]),
  );

  it('returns a nationality printed as digits, in doubt', () => {
    const numbered = read(scores(UPPER), scores(LOWER.replace('UTO', '276')));
    expect(numbered.lines[1]).toBe(LOWER.replace('UTO', '276'));
    expect(numbered).toMatchObject({ fields: { nationality: '276' }, accepted: true });
    expect(numbered.doubts).toEqual(['unknown_state']);
    const doubtful = { 11: { '7': 0.6, T: 0.3 } };
    expect(read(scores(UPPER), scores(LOWER, doubtful)).fields.nationality).toBe('UTO');
  });

  it('does not accept an unknown state that may be a misreading', () => {
    const printed = (code: string, doubtful = {}) =>
      read(scores(UPPER), scores(LOWER.replace('UTO', code), doubtful)).accepted;
    expect(printed('QQQ')).toBe(true);
    expect(printed('QQQ', { 11: { Q: 0.85, O: 0.1 } })).toBe(false);
  });

  it('allows a digit as second character of a card’s code, and doubts it if it may be a letter', () => {
    const card = (doubtful = {}) =>
      interpretMrz(
        decodeMrz(TD1, [
          scores('C1UTOD231458907<<<<<<<<<<<<<<<', doubtful),
          scores('7408122F1204159UTO<<<<<<<<<<<6'),
          scores('ERIKSSON<<ANNA<MARIA<<<<<<<<<<'),
        ]),
        TODAY,
        PLACE,
      );
    expect(card()).toMatchObject({ accepted: true, fields: { documentCode: 'C1' } });
    expect(card({ 1: { '1': 0.9, I: 0.07 } }).doubts).toEqual(['low_confidence']);
    expect(read(scores(UPPER, { 1: { '1': 0.9, I: 0.07 } }), scores(LOWER)).fields.documentCode).toBe('PI');
  });

  it('doubts one low-confidence character, or many of moderate confidence', () => {
    expect(read(scores(UPPER, { 6: { R: 0.29, K: 0.2 } }), scores(LOWER)).doubts).toEqual(['low_confidence']);
    const middling = Object.fromEntries(
      [...UPPER].map((character, column) => [column, { [character]: 0.9 }]),
    );
    expect(read(scores(UPPER, middling), scores(LOWER)).doubts).toEqual(['low_confidence']);
  });

  it('doubts a 6 that may be a G, which no check digit distinguishes', () => {
    const lower = 'L898906C34UTO7408122F1204159ZE184226B<<<<<14';
    expect(read(scores(UPPER), scores(lower)).doubts).toEqual([]);
    expect(read(scores(UPPER), scores(lower, { 6: { '6': 0.7, G: 0.28 } })).doubts).toEqual([
      'low_confidence',
    ]);
    expect(read(scores(UPPER), scores(lower, { 9: { '4': 0.7, A: 0.28 } })).doubts).toEqual([]);
  });

  it('doubts a zero that may be an O in a visa’s optional data, which no check digit covers', () => {
    const visa = 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
    const lower = 'L8988901C4UTO4009078F96121096ZE184226B<<<<<<';
    const readVisa = (doubtful = {}) =>
      interpretMrz(decodeMrz(MRVA, [scores(visa), scores(lower, doubtful)]), TODAY, PLACE);
    expect(readVisa().doubts).toEqual([]);
    expect(readVisa({ 28: { '6': 0.9, G: 0.05 } }).doubts).toEqual(['low_confidence']);
    expect(readVisa({ 32: { '8': 0.6, B: 0.35 } }).doubts).toEqual(['low_confidence']);
  });

  it('calls an MRZ contradictory only if neither doubt nor a look-alike explains the failed check digit', () => {
    const altered = LOWER.slice(0, 13) + '75' + LOWER.slice(15);
    expect(read(scores(UPPER), scores(altered)).contradictory).toBe(true);
    expect(read(scores(UPPER), scores(altered, { 14: { '5': 0.85 } })).contradictory).toBe(false);
    const lookAlike = LOWER.slice(0, 1) + 'B' + LOWER.slice(2);
    expect(read(scores(UPPER), scores(lookAlike, { 1: { B: 0.95 } })).contradictory).toBe(false);
    expect(read(scores(UPPER), scores(lookAlike)).contradictory).toBe(true);
    const zeroForO = LOWER.slice(0, 5) + 'O' + LOWER.slice(6);
    expect(read(scores(UPPER), scores(zeroForO)).contradictory).toBe(false);
    expect(read(scores(UPPER.replace('P', 'V')), scores(altered)).contradictory).toBe(false);
  });
});
