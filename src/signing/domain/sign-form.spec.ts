import { type EntryField, readDraft } from './sign-form.js';

const FIELDS: EntryField[] = [
  { id: 1, kind: 'text', label: 'Job', required: true },
  { id: 2, kind: 'initials', label: '', required: true },
  { id: 3, kind: 'checkbox', label: '', required: false },
];
const NEEDS = { type: 'in_person', needsName: true, entryFields: FIELDS } as const;
const STROKES = '[[0.1,0.5,0.3,0.1,0.5,0.9,0.7,0.2,0.9,0.6]]';

describe('drafts of a signing form', () => {
  it('keeps each field as it would finally be read, and nothing else', () => {
    const posted = {
      'field-1': '  Locksmith\n',
      'field-3': 'on',
      'field-4': 'of somebody else',
      name: 'Anna',
      method: 'drawn',
      strokes: STROKES,
      agree: 'yes',
      witness: 'Hugo',
    };
    expect(readDraft(posted, NEEDS)).toEqual({
      'field-1': 'Locksmith',
      'field-2': '',
      'field-3': 'yes',
      name: 'Anna',
      typed: '',
      method: 'drawn',
      strokes: STROKES,
    });
  });

  it('leaves out entries that the form would refuse for their length or kind', () => {
    const long = 'x'.repeat(201);
    const posted = { 'field-1': long, 'field-2': 'ABCDEFGHIJK', name: long, typed: long, method: 'click' };
    expect(readDraft(posted, NEEDS)).toEqual({ 'field-3': '' });
    expect(readDraft({ method: 'drawn', strokes: '[[0,0]]' }, { ...NEEDS, entryFields: [] })).toEqual({
      name: '',
      typed: '',
      method: 'drawn',
    });
  });

  it('keeps no mark where a click signs, and drops a drawing made before another way was chosen', () => {
    const posted = { method: 'click', typed: 'Anna', strokes: STROKES };
    const needs = { needsName: false, entryFields: [] };
    expect(readDraft(posted, { ...needs, type: 'fast' })).toEqual({ method: 'click' });
    expect(readDraft(posted, { ...needs, type: 'self_signed' })).toEqual({ method: 'click', typed: 'Anna' });
  });
});
