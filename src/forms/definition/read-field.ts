import { FORM_KINDS, type FormField, type FormKind } from '../form-definition.js';
import { isObject, type JsonPart } from './json-part.js';
import { readOptionPlaces, readOptions, readPlaces } from './read-options.js';
import {
  readDayRules,
  readFileRules,
  readGroupRules,
  readNumberLook,
  readNumberRules,
  readTextRules,
} from './read-rules.js';

const KEY = /^[a-z][a-z0-9_]{0,63}$/;
const KEY_TEXT = 'a key of 1 to 64 lower-case letters, digits and underscores that begins with a letter';
const MAX_LABEL = 100;
const MAX_HELP = 500;
const MAX_LABEL_TEXT = 2_000;
const MAX_FORMULA = 1_000;
const MAX_STAMP_LINES = 5;

const SHARED = ['key', 'kind', 'role', 'label', 'help', 'showIf', 'places'];
const ENTERED = [...SHARED, 'required', 'readOnly', 'value'];
const MEMBERS: Readonly<Record<FormKind, readonly string[]>> = {
  signature: SHARED,
  date: SHARED,
  name: SHARED,
  initials: [...SHARED, 'required'],
  text: [...ENTERED, 'validation'],
  number: [...ENTERED, 'validation'],
  chosen_date: [...ENTERED, 'validation'],
  checkbox: ENTERED,
  choice: [...ENTERED, 'options', 'other'],
  radio: [...ENTERED, 'options'],
  checkboxes: [...ENTERED, 'options', 'validation'],
  image: [...SHARED, 'required'],
  stamp: [...SHARED, 'required', 'lines'],
  attachment: [...SHARED, 'required', 'validation'],
  label: [...SHARED, 'text'],
  formula: [...SHARED, 'required', 'formula', 'validation'],
};
/** Kinds that need not be drawn. */
const DRAWN_BY_CHOICE: readonly FormKind[] = ['attachment', 'formula'];
/** Kinds that are not required unless the field says so. */
const OPTIONAL: readonly FormKind[] = ['checkbox', 'checkboxes', 'formula'];

export const readKey = (part: JsonPart) => part.matching(KEY, KEY_TEXT);

/**
 * Reads a field without its condition and its value, which need the other fields.
 * @returns null if not even its kind is known
 */
export function readField(part: JsonPart): FormField | null {
  if (!isObject(part.value)) {
    part.refuse('an object, a field');
    return null;
  }
  const kind = FORM_KINDS.find((known) => known === (part.value as { kind?: unknown }).kind);
  if (kind === undefined) {
    const given = part.member('kind');
    given.fail(
      'field_kind_unknown',
      `is ${given.isAbsent ? 'missing' : given.shown}; it must be one of ${FORM_KINDS.join(', ')}`,
    );
    return null;
  }
  part.hasOnly(MEMBERS[kind], `a field of kind '${kind}'`);
  return { ...readShared(part, kind), ...readOwn(part, kind) } as FormField;
}

function readShared(part: JsonPart, kind: FormKind) {
  const [role, label, help] = ['role', 'label', 'help'].map((name) => part.member(name)) as [
    JsonPart,
    JsonPart,
    JsonPart,
  ];
  const isForAll = kind === 'label' && part.member('showIf').isAbsent && role.isAbsent;
  return {
    key: readKey(part.member('key')),
    kind,
    ...(!isForAll && { role: readKey(role) }),
    label: label.isAbsent ? '' : label.line(0, MAX_LABEL),
    help: help.isAbsent ? '' : help.lines(0, MAX_HELP),
  };
}

function readOwn(part: JsonPart, kind: FormKind) {
  const rules = part.member('validation');
  const places = () => ({
    places: readPlaces(part.member('places'), DRAWN_BY_CHOICE.includes(kind) ? 0 : 1),
  });
  const required = { required: part.member('required').flag(!OPTIONAL.includes(kind)) };
  const entered = { ...required, readOnly: part.member('readOnly').flag(false) };
  switch (kind) {
    case 'signature':
    case 'date':
    case 'name':
      return places();
    case 'text':
      return { ...places(), ...entered, validation: readTextRules(rules) };
    case 'number':
      return { ...places(), ...entered, validation: readNumberRules(rules) };
    case 'chosen_date':
      return { ...places(), ...entered, validation: readDayRules(rules) };
    case 'checkbox':
      return { ...places(), ...entered };
    case 'initials':
    case 'image':
      return { ...places(), ...required };
    case 'stamp':
      return { ...places(), ...required, lines: readStampLines(part.member('lines')) };
    case 'choice':
      return {
        ...{ ...places(), ...entered, options: readOptions(part.member('options')) },
        other: part.member('other').flag(false),
      };
    case 'radio':
      return { ...entered, ...readPlacedOptions(part) };
    case 'checkboxes': {
      const placed = readPlacedOptions(part);
      return { ...entered, ...placed, validation: readGroupRules(rules, placed.options.length) };
    }
    case 'attachment':
      return { ...places(), ...required, validation: readFileRules(rules) };
    case 'label':
      return { ...places(), text: part.member('text').lines(1, MAX_LABEL_TEXT) };
    case 'formula':
      return {
        ...{ ...places(), ...required, validation: readNumberLook(rules) },
        formula: part.member('formula').line(1, MAX_FORMULA),
      };
  }
}

function readPlacedOptions(part: JsonPart) {
  const options = readOptions(part.member('options'));
  return { options, places: readOptionPlaces(part.member('places'), options) };
}

function readStampLines(part: JsonPart): string[] {
  return part.isAbsent ? [] : part.items(0, MAX_STAMP_LINES).map((item) => item.line(1, MAX_LABEL));
}
