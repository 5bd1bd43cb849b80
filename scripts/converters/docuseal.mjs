import { Conversion, given, keyFor, placeOn, sharedAmong } from './conversion.mjs';

const KINDS = {
  text: 'text',
  cells: 'text',
  phone: 'text',
  number: 'number',
  date: 'chosen_date',
  datenow: 'date',
  checkbox: 'checkbox',
  select: 'choice',
  radio: 'radio',
  multiple: 'checkboxes',
  signature: 'signature',
  initials: 'initials',
  heading: 'label',
  image: 'image',
  stamp: 'stamp',
  file: 'attachment',
};
const FOREIGN = {
  payment: 'payments are not made here',
  strikethrough: 'text is not struck out here',
  verification: 'set requireVerification when the template is sent',
};
/** Kinds whose fields are never optional here. */
const ALWAYS_REQUIRED = ['signature', 'date', 'label'];
/** Kinds that senders may fill in. */
const PREFILLED = ['text', 'number', 'chosen_date', 'choice', 'radio', 'checkboxes', 'checkbox'];
const WITH_OPTIONS = ['choice', 'radio', 'checkboxes'];

/**
 * Converts a template of DocuSeal, as `GET /templates/{id}` returns it there.
 * @param draft - `GET …/definition` of the template here, with the documents in the order of `schema`
 */
export function fromDocuSeal({ schema = [], submitters, fields }, draft) {
  const conversion = new Conversion(draft.revision);
  const taken = new Set();
  const roles = submitters.map(({ uuid, name }, at) => ({
    uuid,
    key: keyFor(name, taken),
    name,
    order: at + 1,
  }));
  const keys = new Set();
  const known = new Map(fields.map((field) => [field.uuid, { ...field, key: keyFor(field.name, keys) }]));
  const documents = new Map(schema.map(({ attachment_uuid: uuid }, at) => [uuid, at + 1]));
  for (const field of known.values()) {
    const role = roles.find(({ uuid }) => uuid === field.submitter_uuid);
    convert(field, { conversion, draft, documents, known, role: role?.key });
  }
  return conversion.answer(roles.map(({ key, name, order }) => ({ key, name, action: 'sign', order })));
}

function convert(field, { conversion, draft, documents, known, role }) {
  const label = field.name ?? field.type;
  const note = (why) => conversion.leaveOut(label, why);
  const kind = kindOf(field);
  if (kind === undefined) return note(FOREIGN[field.type] ?? `there is no kind like ${field.type} here`);
  const { areas = [], preferences = {} } = field;
  const boxes = areas.map((area) => boxOf(area, field, { draft, documents }));
  const places = boxes.flatMap((box) => box ?? []);
  if (boxes.includes(null) && places.length > 0)
    note('another place is in none of the documents that were uploaded');
  const isJoined = field.type === 'multiple' && areas.some(({ option_uuid: uuid }) => uuid === undefined);
  if (isJoined) note('the ticked options were drawn as one text, and are boxes one below another here');
  if (field.type === 'stamp') note('the service made the stamp, and the signer gives one here');
  const format = preferences.format;
  if (kind === 'number' && format && format !== 'none')
    note(`the format ${format}: set decimals, unit or currency`);
  conversion.add(label, {
    ...{ key: field.key, kind, role },
    ...given({
      ...membersOf(kind, field),
      validation: rulesOf(field, note),
      showIf: conditionOf(field, known),
    }),
    places,
  });
}

/** Radio buttons without a place for each option show the chosen one as text, as a choice does here. */
function kindOf({ type, areas = [] }) {
  const hasPlaces = areas.length > 0 && areas.every(({ option_uuid: uuid }) => uuid !== undefined);
  return type === 'radio' && !hasPlaces ? 'choice' : KINDS[type];
}

/** The places that an area stands for. */
function boxOf({ x, y, w, h, page, attachment_uuid, option_uuid }, field, { draft, documents }) {
  const document = documents.get(attachment_uuid) ?? 1;
  const place = placeOn(draft, document, page + 1, { x, y, width: w, height: h });
  if (place === null) return null;
  if (kindOf(field) === 'checkboxes' && option_uuid === undefined) return sharedAmong(field.options, place);
  return [{ ...place, ...(option_uuid !== undefined && { option: optionOf(field, option_uuid) }) }];
}

/** Options are named by their ids; older templates name them by their values. */
const optionOf = ({ options = [] }, named) => options.find(({ uuid }) => uuid === named)?.value ?? named;

function membersOf(kind, field) {
  const { name, description, required, readonly, default_value: value, options } = field;
  return {
    label: name,
    help: description,
    ...(!ALWAYS_REQUIRED.includes(kind) && { required: required ?? false }),
    ...(PREFILLED.includes(kind) && { readOnly: readonly, value: valueOf(kind, field, value) }),
    ...(WITH_OPTIONS.includes(kind) && { options: options.map((option) => ({ value: option.value })) }),
    ...(kind === 'stamp' && { lines: [name ?? 'Stamp'] }),
    ...(kind === 'label' && { text: value ?? name }),
  };
}

function valueOf(kind, field, value) {
  if (value === undefined || value === null || value === '') return undefined;
  if (kind === 'checkboxes') return [value].flat().map((each) => optionOf(field, each));
  if (kind === 'checkbox') return value === true || value === 'true';
  return WITH_OPTIONS.includes(kind) ? optionOf(field, value) : String(value);
}

function rulesOf({ type, areas = [], validation = {}, preferences = {} }, note) {
  const [{ w, cell_w: cell } = {}] = areas;
  if (type === 'cells') return cell ? { cells: Math.round(w / cell) } : note('the number of cells');
  if (type === 'phone') return { format: 'phone' };
  if (type === 'number') return given({ min: text(validation.min), max: text(validation.max) });
  if (type !== 'text') return undefined;
  return given({ pattern: validation.pattern, lines: preferences.multiline ? 'many' : undefined });
}

const text = (value) => (value === undefined || value === null ? undefined : String(value));

/** A condition that is joined by `or` belongs to the one before it, and each of these groups must hold. */
function conditionOf({ conditions = [] }, known) {
  const groups = [];
  for (const condition of conditions) {
    const comparison = comparisonOf(condition, known.get(condition.field_uuid));
    if (condition.operation === 'or' && groups.length > 0) groups.at(-1).push(comparison);
    else groups.push([comparison]);
  }
  const all = groups.map((any) => (any.length === 1 ? any[0] : { any }));
  return all.length > 1 ? { all } : all[0];
}

function comparisonOf({ action, value }, field) {
  const kind = kindOf(field);
  const about = { field: field.key };
  const named = optionOf(field, value);
  const holds = { ...about, [kind === 'checkboxes' ? 'includes' : 'is']: named };
  switch (action) {
    case 'not_empty':
      return { ...about, notEmpty: true };
    case 'empty':
      return { ...about, isEmpty: true };
    case 'checked':
      return kind === 'checkbox' ? { ...about, is: true } : { ...about, notEmpty: true };
    case 'unchecked':
      return kind === 'checkbox' ? { ...about, is: false } : { ...about, isEmpty: true };
    case 'greater_than':
      return { ...about, gt: text(value) };
    case 'less_than':
      return { ...about, lt: text(value) };
    case 'contains':
      return kind === 'text' ? { ...about, contains: value } : holds;
    case 'does_not_contain':
      return { not: kind === 'text' ? { ...about, contains: value } : holds };
    case 'not_equal':
      return { not: holds };
    case 'equal':
      return holds;
    default:
      throw new Error(`the condition '${action}' of DocuSeal is not known`);
  }
}
