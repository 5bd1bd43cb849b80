import { type FormField } from '../../forms/form-definition.js';
import { readForm } from '../../forms/read-form.js';
import { controlNames, entriesOf } from './form-entries.js';

const place = { document: 1, page: 1, x: 10, y: 10, width: 100, height: 20 };
const options = [{ value: 'a' }, { value: 'b' }];
const marked = options.map(({ value }, index) => ({ ...place, y: 10 + 30 * index, option: value }));

function fieldsOf(fields: object[]): readonly FormField[] {
  const own = fields.map((field) => ({ role: 'a', places: [place], ...field }));
  return readForm({ roles: [{ key: 'a', order: 1 }], fields: own }).form!.definition.fields;
}

const FIELDS = fieldsOf([
  { key: 'text', kind: 'text' },
  { key: 'rent', kind: 'number' },
  { key: 'box', kind: 'checkbox' },
  { key: 'group', kind: 'checkboxes', options, places: marked },
  { key: 'one', kind: 'radio', options, places: marked },
  { key: 'pick', kind: 'choice', options, other: true },
  { key: 'fixed', kind: 'text', value: 'x', readOnly: true },
  { key: 'note', kind: 'label', text: 'Note' },
]);

describe('the controls of a form', () => {
  it('are read by field, and leave out what the page did not ask for or nobody fills in', () => {
    const posted = {
      'entry-text': ' Anna ',
      'entry-box': '',
      'entry-group': '',
      'entry-group-1': 'yes',
      'entry-one': '',
      'entry-one-pick': '0',
      'entry-pick': '1',
      'entry-fixed': 'y',
      'entry-other': 'z',
    };
    expect(entriesOf(posted, FIELDS, 'en')).toEqual({
      text: ' Anna ',
      box: '',
      group: ['b'],
      one: 'a',
      pick: 'b',
    });
  });

  it('take another answer only where it is chosen, and no option that does not exist', () => {
    const other = { 'entry-pick': 'other', 'entry-pick-other': 'An owl' };
    expect(entriesOf(other, FIELDS, 'en')).toEqual({ pick: 'An owl' });
    expect(entriesOf({ ...other, 'entry-pick': '0' }, FIELDS, 'en')).toEqual({ pick: 'a' });
    for (const position of ['2', '-1', 'a', '__proto__', ['0']])
      expect(entriesOf({ 'entry-pick': position }, FIELDS, 'en')).toEqual({ pick: '' });
  });

  it('take a reading of an ambiguous number, and of no other', () => {
    const read = (rent: string, reading: string) =>
      entriesOf({ 'entry-rent': rent, 'entry-rent-reading': reading }, FIELDS, 'de').rent;
    expect(read('1.234', '1234')).toBe('1234');
    expect(read('1.234', '1.234')).toBe('1,234');
    expect(read('1.234', '99')).toBe('1.234');
    expect(read('12', '1234')).toBe('12');
  });

  it('have different names in all fields', () => {
    const names = FIELDS.flatMap(controlNames);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('entry-group-1');
  });
});
