import { field, formOf, type Members, PICTURE, placesOf, rulesOfFaults } from '../../test/support/forms.js';
import { evaluateForm, type FormResult } from './evaluate-form.js';

const READER = { today: '2026-03-01', locale: 'en' };
const OPTIONS = ['red', 'green', 'blue'];
const CHOICES = OPTIONS.map((value) => ({ value }));
const group = (validation: Members) =>
  field('a', 'checkboxes', {
    ...{ options: CHOICES, places: placesOf(...OPTIONS) },
    validation,
  });
const evaluated = (fields: Members[], values: Members) => evaluateForm(formOf(...fields), { values }, READER);
const only = ({ fields }: FormResult) => fields[0]!;

describe('a value', () => {
  it.each<[string, Members, unknown, unknown]>([
    ['a line', field('a', 'text'), ' Anna\t Maria\u200e ', 'Anna Maria'],
    ['normal form C', field('a', 'text'), 'Zoe\u0308', 'Zoë'],
    ['several lines', field('a', 'text', { validation: { lines: 'many' } }), ' a \r\n b\n', 'a\nb'],
    [
      'an IBAN',
      field('a', 'text', { validation: { format: 'iban' } }),
      'de89 3704 0044 0532 0130 00',
      'DE89370400440532013000',
    ],
    ['a decimal string', field('a', 'number'), '1234.50', '1234.5'],
    ['a JSON number', field('a', 'number'), 0.1, '0.1'],
    ['a safe integer', field('a', 'number'), 9007199254740991, '9007199254740991'],
    ['minus zero', field('a', 'number'), -0, '0'],
    ['a day', field('a', 'chosen_date'), '2024-02-29', '2024-02-29'],
    ['an option', field('a', 'choice', { options: CHOICES }), 'red', 'red'],
    ['another text', field('a', 'choice', { options: CHOICES, other: true }), ' pink ', 'pink'],
    ['a tick', field('a', 'checkbox'), true, true],
    ['ticks', group({}), ['blue', 'red'], ['red', 'blue']],
    ['no ticks', group({}), [], null],
    ['a picture', field('a', 'image'), PICTURE, PICTURE],
    [
      'files',
      field('a', 'attachment'),
      [{ ...PICTURE, name: ' Pass .png' }],
      [{ ...PICTURE, name: 'Pass .png' }],
    ],
    ['initials', field('a', 'initials'), ' AME ', 'AME'],
    ['an empty text', field('a', 'text', { required: false }), '  ', null],
  ])('becomes a canonical value: %s', (_, definition, given, value) => {
    const result = only(evaluated([{ ...definition, required: false }], { a: given }));
    expect(result).toEqual({ key: 'a', isShown: true, value, isDropped: false, faults: [] });
    const again = only(evaluated([{ ...definition, required: false }], { a: value }));
    expect(again.value).toEqual(value);
  });

  it.each<[string, Members, unknown, string[]]>([
    ['a number for a text', field('a', 'text'), 5, ['value_invalid kind']],
    [
      'a long line',
      field('a', 'text', { validation: { maxLength: 3 } }),
      'abcd',
      ['value_invalid maxLength 3'],
    ],
    ['a long comb', field('a', 'text', { validation: { cells: 3 } }), 'abcd', ['value_invalid cells 3']],
    [
      'a mismatch',
      field('a', 'text', { validation: { pattern: '[A-Z]+' } }),
      'Ab',
      ['value_invalid pattern [A-Z]+'],
    ],
    [
      'no email address',
      field('a', 'text', { validation: { format: 'email' } }),
      'anna',
      ['value_invalid format email'],
    ],
    ['a typed number', field('a', 'number'), '1,5', ['value_invalid kind']],
    ['an inexact number', field('a', 'number'), 0.1 + 0.2, ['value_invalid kind']],
    ['an unsafe integer', field('a', 'number'), 2 ** 53, ['value_invalid kind']],
    ['infinity', field('a', 'number'), Infinity, ['value_invalid kind']],
    ['too little', field('a', 'number', { validation: { min: 5 } }), '4.99', ['entry_out_of_range min 5']],
    ['too much', field('a', 'number', { validation: { max: 5 } }), '5.01', ['entry_out_of_range max 5']],
    [
      'decimals',
      field('a', 'number', { validation: { decimals: 2 } }),
      '1.005',
      ['value_invalid decimals 2'],
    ],
    [
      'off the step',
      field('a', 'number', { validation: { min: 1, step: 2 } }),
      '4',
      ['value_invalid step 2'],
    ],
    [
      'several faults',
      field('a', 'number', { validation: { max: 1, step: 2 } }),
      '5',
      ['entry_out_of_range max 1', 'value_invalid step 2'],
    ],
    ['no day', field('a', 'chosen_date'), '2026-02-29', ['value_invalid kind']],
    [
      'an early day',
      field('a', 'chosen_date', { validation: { min: 'today+1' } }),
      '2026-03-01',
      ['entry_out_of_range min 2026-03-02'],
    ],
    [
      'a late day',
      field('a', 'chosen_date', { validation: { max: 'today' } }),
      '2026-03-02',
      ['entry_out_of_range max 2026-03-01'],
    ],
    ['no option', field('a', 'choice', { options: CHOICES }), 'pink', ['value_invalid option']],
    ['yes', field('a', 'checkbox'), 'yes', ['value_invalid kind']],
    ['a repeated tick', group({}), ['red', 'red'], ['value_invalid kind']],
    ['an unknown tick', group({}), ['pink'], ['value_invalid option']],
    ['too few ticks', group({ min: 2 }), ['red'], ['entry_too_few min 2']],
    ['too many ticks', group({ max: 1 }), ['red', 'blue'], ['entry_too_many max 1']],
    ['not exactly so many', group({ exactly: 2 }), ['red', 'blue', 'green'], ['entry_too_many exactly 2']],
    [
      'a PDF as a picture',
      field('a', 'image'),
      { ...PICTURE, type: 'application/pdf' },
      ['value_invalid image/png image/jpeg'],
    ],
    ['a file with more', field('a', 'image'), { ...PICTURE, path: '/etc' }, ['value_invalid kind']],
    ['two files', field('a', 'attachment'), [PICTURE, PICTURE], ['entry_too_many max 1']],
    [
      'a large file',
      field('a', 'attachment'),
      [{ ...PICTURE, bytes: 11e6 }],
      ['attachment_too_large 10485760'],
    ],
    [
      'a video',
      field('a', 'attachment'),
      [{ ...PICTURE, type: 'video/mp4' }],
      ['attachment_refused image/png image/jpeg application/pdf'],
    ],
    ['long initials', field('a', 'initials'), 'ABCDEFGHIJK', ['value_invalid maxLength 10']],
    ['a value of a signature', field('a', 'signature'), 'x', ['value_invalid kind']],
    ['a value of a formula', field('a', 'number'), { a: 1 }, ['value_invalid kind']],
  ])('is refused: %s', (_, definition, given, expected) => {
    const { faults } = evaluated([definition], { a: given });
    expect(rulesOfFaults(faults)).toEqual(expected);
    expect(faults[0]).toMatchObject({
      key: 'a',
      path: 'values.a',
      message: expect.stringMatching(/^values\.a /),
    });
  });

  it('says how many characters are too many, and never quotes what was filled in', () => {
    const text = field('a', 'text', { validation: { maxLength: 3 } });
    expect(evaluated([text], { a: 'secret' }).faults[0]!.message).toBe(
      'values.a must have at most 3 characters, and has 3 too many',
    );
  });
});
