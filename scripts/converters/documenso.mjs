import { Conversion, given, keyFor, placeOn, sharedAmong } from './conversion.mjs';

const KINDS = {
  SIGNATURE: 'signature',
  FREE_SIGNATURE: 'signature',
  INITIALS: 'initials',
  NAME: 'name',
  DATE: 'date',
  EMAIL: 'text',
  TEXT: 'text',
  NUMBER: 'number',
  DROPDOWN: 'choice',
  RADIO: 'radio',
  CHECKBOX: 'checkboxes',
};
const ACTIONS = { SIGNER: 'sign', APPROVER: 'approve', VIEWER: 'view', CC: 'copy' };
/** Types that need not be filled in unless they say so; all others are always required there. */
const OPTIONAL = ['TEXT', 'NUMBER', 'DROPDOWN', 'RADIO', 'CHECKBOX'];
/** Kinds without members of their own here. */
const PLAIN = ['signature', 'name', 'date'];
/** How many boxes are to be ticked, in the words of Documenso. */
const COUNTS = { 'Select at least': 'min', 'Select at most': 'max', 'Select exactly': 'exactly' };
const MAX_HELP = 500;

/**
 * Converts a template of Documenso: an envelope of the type `TEMPLATE`, as its API returns it.
 * @param draft - `GET …/definition` of the template here, with the documents in the order of the envelope's items
 */
export function fromDocumenso({ recipients, fields, envelopeItems = [], documentMeta }, draft) {
  const conversion = new Conversion(draft.revision);
  const taken = new Set();
  const isParallel = documentMeta?.signingOrder === 'PARALLEL';
  const roles = recipients.flatMap(({ id, name, email, role, signingOrder }, at) => {
    const title = name || email || `Recipient ${at + 1}`;
    const action = ACTIONS[role];
    if (action === undefined) {
      conversion.leaveOut(title, `there is no role like ${role} here`);
      return [];
    }
    const order = isParallel ? 1 : (signingOrder ?? 1);
    return [{ id, key: keyFor(title, taken), name: title, action, order }];
  });
  const keys = new Set();
  const documents = new Map(envelopeItems.map(({ id }, at) => [id, at + 1]));
  for (const field of fields) {
    const role = roles.find(({ id }) => id === field.recipientId);
    const label = field.fieldMeta?.label || field.type;
    if (!role) conversion.leaveOut(label, 'its recipient was left out');
    else if (role.action !== 'sign') conversion.leaveOut(label, 'only those who sign fill in fields here');
    else convert(field, { conversion, draft, documents, role: role.key, key: keyFor(label, keys) });
  }
  return conversion.answer(roles.map(({ key, name, action, order }) => ({ key, name, action, order })));
}

function convert(field, { conversion, draft, documents, role, key }) {
  const meta = field.fieldMeta ?? {};
  const label = meta.label || field.type;
  const note = (why) => conversion.leaveOut(label, why);
  const kind = kindOf(field);
  if (kind === undefined) return note(`there is no kind like ${field.type} here`);
  const [x, y, width, height] = ['positionX', 'positionY', 'width', 'height'].map(
    (side) => Number(field[side]) / 100,
  );
  const document = documents.get(field.envelopeItemId) ?? 1;
  const place = placeOn(draft, document, field.page, { x, y, width, height });
  if (meta.numberFormat) note(`the format ${meta.numberFormat}: set decimals, unit or currency`);
  const options = (meta.values ?? []).map(({ value, checked }, at) => ({
    value: value || `Option ${at + 1}`,
    checked,
  }));
  const isDivided = kind === 'radio' || kind === 'checkboxes';
  conversion.add(label, {
    ...{ key, kind, role },
    ...given({ label: meta.label, ...(!PLAIN.includes(kind) && membersOf(kind, field, options)) }),
    places:
      isDivided && place
        ? sharedAmong(options, place, meta.direction !== 'horizontal')
        : [place].filter(Boolean),
  });
}

/** A single box is a checkbox. */
const kindOf = ({ type, fieldMeta }) =>
  type === 'CHECKBOX' && (fieldMeta?.values ?? []).length < 2 ? 'checkbox' : KINDS[type];

function membersOf(kind, { type, fieldMeta: meta = {} }, options) {
  const isInitials = kind === 'initials';
  return {
    help: meta.placeholder?.slice(0, MAX_HELP),
    required: !OPTIONAL.includes(type) || meta.required === true,
    ...(!isInitials && { readOnly: meta.readOnly || undefined, value: valueOf(kind, meta, options) }),
    ...(['choice', 'radio', 'checkboxes'].includes(kind) && {
      options: options.map(({ value }) => ({ value })),
    }),
    validation: rulesOf(kind, type, meta),
  };
}

function valueOf(kind, { text, value, defaultValue }, options) {
  const checked = options.filter((each) => each.checked);
  if (kind === 'checkboxes') return checked.map((each) => each.value);
  if (kind === 'radio') return checked[0]?.value;
  if (kind === 'checkbox') return checked.length > 0 || undefined;
  return kind === 'choice' ? defaultValue : kind === 'text' ? text : value;
}

function rulesOf(kind, type, meta) {
  if (type === 'EMAIL') return { format: 'email' };
  const string = (value) => (typeof value === 'number' ? String(value) : undefined);
  if (kind === 'text') return given({ maxLength: meta.characterLimit || undefined });
  if (kind === 'number') return given({ min: string(meta.minValue), max: string(meta.maxValue) });
  const rule = COUNTS[meta.validationRule];
  return kind === 'checkboxes' && rule && meta.validationLength
    ? { [rule]: meta.validationLength }
    : undefined;
}
