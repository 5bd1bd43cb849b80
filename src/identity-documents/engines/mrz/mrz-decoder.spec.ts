import { MRZ_ALPHABET } from './check-digit.js';
import { CLASS_COUNT } from './glyph-classifier.js';
import { decodeZone } from './mrz-decoder.js';
import { MRVA, TD3 } from './mrz-format.js';
import { interpretZone } from './mrz-reading.js';

const UPPER = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
const LOWER = 'L898902C36UTO7408122F1204159ZE184226B<<<<<10';
const TODAY = '2026-01-01';
const PLACE = { rotation: 0 as const, box: [] };

/** Scores of a line that was read with certainty, but for the columns given. */
function scores(text: string, doubtful: Record<number, Record<string, number>> = {}): Float32Array[] {
  return [...text].map((character, column) => {
    const probabilities = new Float32Array(CLASS_COUNT).fill(0.0005);
    for (const [candidate, probability] of Object.entries(doubtful[column] ?? { [character]: 0.982 })) {
      probabilities[MRZ_ALPHABET.indexOf(candidate)] = probability;
    }
    return probabilities;
  });
}

const decode = (upper: Float32Array[], lower: Float32Array[]) => decodeZone(TD3, [upper, lower]);
const read = (upper: Float32Array[], lower: Float32Array[]) =>
  interpretZone(decode(upper, lower), TODAY, PLACE);

describe('decoding a zone', () => {
  it('takes the most probable characters, and finds every check digit right', () => {
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

  it('lets a field hold only what its kind allows: letters in names, digits in dates', () => {
    const upper = scores(UPPER, { 7: { '1': 0.6, I: 0.35 }, 11: { '0': 0.7, O: 0.25 } });
    const lower = scores(LOWER, { 14: { O: 0.5, '4': 0.45 }, 11: { '7': 0.6, T: 0.3 } });
    const zone = decode(upper, lower);
    expect(zone.lines).toEqual([UPPER, LOWER]);
    expect(zone.confidences[1]![14]).toBeCloseTo(0.45);
  });

  it('exchanges a doubtful character where a check digit asks for it, and says so', () => {
    const reading = read(scores(UPPER), scores(LOWER, { 1: { B: 0.55, '8': 0.4 } }));
    expect(reading.lines[1]).toBe(LOWER);
    expect(reading.substitutions).toEqual([{ line: 1, column: 1, from: 'B', to: '8' }]);
    expect(reading.checkDigits.documentNumber).toBe(true);
    expect(reading.accepted).toBe(false);
    expect(reading.doubts).toContain('substitution');
    expect(reading.minConfidence).toBeCloseTo(0.4);
  });

  it('takes a doubtful letter behind the names for a filler, and a certain one for a malformed name', () => {
    const doubtful = read(scores(UPPER, { 32: { C: 0.55, '<': 0.4 } }), scores(LOWER));
    expect(doubtful.lines).toEqual([UPPER, LOWER]);
    expect(doubtful).toMatchObject({ accepted: true, minConfidence: expect.closeTo(0.4) as number });
    const certain = read(scores(UPPER, { 32: { C: 0.95, '<': 0.04 } }), scores(LOWER));
    expect(certain.lines[0]!.charAt(32)).toBe('C');
    expect(certain.doubts).toEqual(['malformed_names']);
  });

  it('accepts no faint letter of a name, since no check digit covers it', () => {
    const reading = read(scores(UPPER, { 7: { I: 0.65, L: 0.3 } }), scores(LOWER));
    expect(reading.lines[0]).toBe(UPPER);
    expect(reading.doubts).toEqual(['low_confidence']);
  });

  it('never exchanges a character that was read with certainty', () => {
    const altered = LOWER.slice(0, 13) + '75' + LOWER.slice(15);
    const reading = read(scores(UPPER), scores(altered));
    expect(reading.lines[1]).toBe(altered);
    expect(reading.substitutions).toEqual([]);
    expect(reading.checkDigits).toMatchObject({ birthDate: false, composite: false, documentNumber: true });
    expect(reading.accepted).toBe(false);
  });

  it('never exchanges a character for one that the picture does not support', () => {
    const altered = LOWER.slice(0, 13) + '75' + LOWER.slice(15);
    const zone = decode(scores(UPPER), scores(altered, { 14: { '5': 0.85, '6': 0.1 } }));
    expect(zone.lines[1]).toBe(altered);
    expect(zone.checks.birthDate).toBe(false);
  });

  it('takes a filler for the check digit of an empty personal number, and of nothing else', () => {
    const empty = 'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<<6';
    expect(decode(scores(UPPER), scores(empty)).checks).toMatchObject({ personalNumber: true });
    const held = 'L898902C36UTO7408122F1204159ZE184226B<<<<<<0';
    expect(decode(scores(UPPER), scores(held)).checks).toMatchObject({ personalNumber: false });
  });
});

describe('interpreting a zone', () => {
  it('gives every field', () => {
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

  it('reads one-letter states, an unspecified sex, a name without given names, and names cut off', () => {
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
    ['unknown_state', UPPER.replace('UTO', 'QQQ'), LOWER],
    ['unknown_state', UPPER, LOWER.replace('UTO', 'ZZZ')],
    ['unknown_kind', UPPER.replace('P', 'V'), LOWER],
    ['missing_name', 'P<UTO' + '<'.repeat(39), LOWER],
    ['invalid_date', UPPER, 'L898902C36UTO7413129F1204159ZE184226B<<<<<10'],
    ['check_digit', UPPER, LOWER.slice(0, -1) + '3'],
  ])('doubts: %s', (doubt, upper, lower) => {
    const reading = read(scores(upper), scores(lower));
    expect(reading.doubts).toContain(doubt);
    expect(reading.accepted).toBe(false);
  });

  it('doubts one character of little confidence, and many of middling', () => {
    expect(read(scores(UPPER, { 6: { R: 0.29, K: 0.2 } }), scores(LOWER)).doubts).toEqual(['low_confidence']);
    const middling = Object.fromEntries(
      [...UPPER].map((character, column) => [column, { [character]: 0.9 }]),
    );
    expect(read(scores(UPPER, middling), scores(LOWER)).doubts).toEqual(['low_confidence']);
  });

  it('doubts a 6 that may be a G, which no check digit would show', () => {
    const lower = 'L898906C34UTO7408122F1204159ZE184226B<<<<<14';
    expect(read(scores(UPPER), scores(lower)).doubts).toEqual([]);
    expect(read(scores(UPPER), scores(lower, { 6: { '6': 0.7, G: 0.28 } })).doubts).toEqual([
      'low_confidence',
    ]);
    expect(read(scores(UPPER), scores(lower, { 9: { '4': 0.7, A: 0.28 } })).doubts).toEqual([]);
  });

  it('doubts a zero that may be an O where no check digit looks: in the optional data of a visa', () => {
    const visa = 'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';
    const lower = 'L8988901C4UTO4009078F96121096ZE184226B<<<<<<';
    const readVisa = (doubtful = {}) =>
      interpretZone(decodeZone(MRVA, [scores(visa), scores(lower, doubtful)]), TODAY, PLACE);
    expect(readVisa().doubts).toEqual([]);
    expect(readVisa({ 28: { '6': 0.9, G: 0.05 } }).doubts).toEqual(['low_confidence']);
    expect(readVisa({ 32: { '8': 0.6, B: 0.35 } }).doubts).toEqual(['low_confidence']);
  });

  it('calls a zone contradictory only where no doubt and no look-alike explains a wrong check digit', () => {
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
