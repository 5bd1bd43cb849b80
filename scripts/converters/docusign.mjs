import { Conversion, given, keyFor } from './conversion.mjs';

const KINDS = {
  signHereTabs: 'signature',
  initialHereTabs: 'initials',
  fullNameTabs: 'name',
  dateSignedTabs: 'date',
  textTabs: 'text',
  companyTabs: 'text',
  titleTabs: 'text',
  ssnTabs: 'text',
  emailTabs: 'text',
  emailAddressTabs: 'text',
  zipTabs: 'text',
  numberTabs: 'number',
  numericalTabs: 'number',
  formulaTabs: 'formula',
  dateTabs: 'chosen_date',
  listTabs: 'choice',
  radioGroupTabs: 'radio',
  checkboxTabs: 'checkbox',
  signerAttachmentTabs: 'attachment',
  noteTabs: 'label',
};
const FORMATS = { emailTabs: 'email', emailAddressTabs: 'email', zipTabs: 'postal_code:US' };
/** What people do who do not sign, by the list in which they stand. */
const ACTIONS = { carbonCopies: 'copy', certifiedDeliveries: 'view' };
/** Tabs that put others together; the others are converted one by one. */
const GROUPS = ['tabGroups'];
/** Points, for tabs that say no size. */
const SIZES = { signature: [120, 40], initials: [40, 40], radio: [12, 12], checkbox: [12, 12] };
const USUAL_SIZE = [120, 22];
const PREFILLED = ['text', 'number', 'chosen_date'];
const ALWAYS_REQUIRED = ['signature', 'name', 'date', 'label'];
/** Kinds that no value can be compared with. */
const WITHOUT_VALUE = ['signature', 'name', 'date', 'label'];

/**
 * Converts a template of DocuSign, as it is downloaded there or as `GET …/templates/{id}?include=tabs` returns it.
 * @param draft - `GET …/definition` of the template here
 */
export function fromDocuSign({ recipients, documents = [] }, draft) {
  const conversion = new Conversion(draft.revision);
  for (const [kind, people] of Object.entries(recipients))
    if (kind !== 'signers' && ACTIONS[kind] === undefined && Array.isArray(people))
      for (const { roleName, name } of people)
        conversion.leaveOut(roleName ?? name ?? kind, `people of ${kind} are not converted`);
  const taken = new Set();
  const peopleOf = (list, action) =>
    (recipients[list] ?? []).map((person) => ({
      ...{ key: keyFor(person.roleName ?? person.name, taken), name: person.roleName ?? person.name },
      ...{ action, order: Number(person.routingOrder ?? 1), tabs: person.tabs ?? {} },
    }));
  const signers = peopleOf('signers', 'sign');
  const others = Object.entries(ACTIONS).flatMap(([list, action]) => peopleOf(list, action));
  const numbers = new Map(documents.map(({ documentId }, at) => [documentId, at + 1]));
  const keys = new Set();
  const tabs = signers.flatMap(({ key: role, tabs: all }) =>
    Object.entries(all).flatMap(([type, each]) =>
      each.map((tab) => ({ ...tab, type, role, label: tab.tabLabel ?? tab.groupName ?? type })),
    ),
  );
  const known = tabs.map((tab) => ({ ...tab, key: keyFor(tab.label, keys) }));
  for (const tab of known) convert(tab, { conversion, draft, numbers, known });
  return conversion.answer(
    [...signers, ...others].map(({ key, name, action, order }) => ({ key, name, action, order })),
  );
}

function convert(tab, { conversion, draft, numbers, known }) {
  const { type, label, key, role } = tab;
  const note = (why) => conversion.leaveOut(label, why);
  const kind = KINDS[type];
  if (GROUPS.includes(type))
    return note('its boxes are converted one by one: put them together as checkboxes');
  if (kind === undefined) return note(`there is no kind like ${type} here`);
  if (tab.anchorString) return note(`it is at the words '${tab.anchorString}': place it in the editor`);
  noteLosses(tab, kind, { note, known });
  const size = SIZES[kind] ?? USUAL_SIZE;
  const places = (tab.radios ?? [tab]).map((each) => placeOf({ ...tab, ...each }, size, { draft, numbers }));
  conversion.add(label, {
    ...{ key, kind, role },
    ...given({
      label: tab.tooltip || label,
      ...membersOf(kind, tab),
      validation: rulesOf(kind, tab, note),
      showIf: conditionOf(tab, known, note),
      formula: kind === 'formula' ? formulaOf(tab.formula, known) : undefined,
    }),
    places: places.flatMap((place, at) =>
      place === null ? [] : { ...place, ...(tab.radios && { option: tab.radios[at].value }) },
    ),
  });
}

/** Says what a tab has besides that is not converted. */
function noteLosses(tab, kind, { note, known }) {
  const isFilled = tab.value || selectedIn(tab.listItems) || selectedIn(tab.radios) || kind === 'checkbox';
  if (isLocked(tab) && !isFilled) note('it is locked and empty: give it a value, or nobody needs it');
  if (tab.concealValueOnDocument === 'true') note('its value is not concealed here');
  if (tab.validationType?.toLowerCase() === 'currency')
    note('it is an amount of money: set its currency and decimals');
  const first = known.find(({ role, label }) => role === tab.role && label === tab.label);
  if (first.key !== tab.key && [...PREFILLED, 'choice'].includes(kind) && kind === KINDS[first.type])
    note(`it repeats the value of '${first.key}': make its place another place of that field`);
}

const isLocked = ({ locked, radios }) =>
  locked === 'true' || (radios?.length > 0 && radios.every((radio) => radio.locked === 'true'));

const selectedIn = (items = []) => items.find(({ selected }) => selected === 'true')?.value;

/** All values are strings, in points from the upper left corner. */
function placeOf(
  { documentId, pageNumber, xPosition, yPosition, ...tab },
  [width, height],
  { draft, numbers },
) {
  const [document, page] = [numbers.get(documentId) ?? 1, Number(pageNumber)];
  if (xPosition === undefined || draft.documents[document - 1]?.pageSizes[page - 1] === undefined)
    return null;
  const [ownWidth, ownHeight] = [Number(tab.width), Number(tab.height)];
  return {
    ...{ document, page, x: Number(xPosition), y: Number(yPosition) },
    ...{ width: ownWidth || width, height: ownHeight || height },
  };
}

function membersOf(kind, tab) {
  const { required, value, selected, listItems, radios } = tab;
  const filled = {
    checkbox: selected === 'true' || (isLocked(tab) ? false : undefined),
    radio: selectedIn(radios),
    choice: value || selectedIn(listItems),
  };
  const own = kind in filled ? filled[kind] : PREFILLED.includes(kind) ? value : undefined;
  const isFilled = own !== undefined && own !== '';
  const isRequired = required === 'true' || radios?.some((radio) => radio.required === 'true');
  return {
    ...(!ALWAYS_REQUIRED.includes(kind) && kind !== 'formula' && { required: isRequired === true }),
    ...(isFilled && { value: own, readOnly: isLocked(tab) || undefined }),
    ...(listItems && {
      options: listItems.map((item) => ({ value: item.value || item.text, label: item.text })),
    }),
    ...(radios && { options: radios.map((radio) => ({ value: radio.value })) }),
    ...(kind === 'label' && { text: value }),
  };
}

function rulesOf(kind, { type, maxLength, validationPattern, minNumericalValue, maxNumericalValue }, note) {
  if (FORMATS[type]) return { format: FORMATS[type] };
  if (kind === 'text' && validationPattern) note('its pattern: check that it is in the syntax of RE2');
  if (kind === 'text')
    return given({ maxLength: Number(maxLength) || undefined, pattern: validationPattern });
  return kind === 'number' ? given({ min: minNumericalValue, max: maxNumericalValue }) : undefined;
}

/** Shown if the tab with that label has that value, which is `on` for a ticked box. */
function conditionOf({ conditionalParentLabel: label, conditionalParentValue: value }, known, note) {
  if (!label) return undefined;
  const parent = known.find((tab) => tab.label === label);
  const kind = KINDS[parent?.type];
  if (kind === undefined || parent.anchorString)
    return note(`its condition on '${label}', which is not there`);
  if (WITHOUT_VALUE.includes(kind)) return note(`its condition on '${label}', which has no value here`);
  if (['initials', 'attachment'].includes(kind) || (kind === 'radio' && value === 'on'))
    return { field: parent.key, notEmpty: true };
  return { field: parent.key, is: kind === 'checkbox' ? value === 'on' : value };
}

/** Labels stand in brackets. */
const formulaOf = (formula = '', known) =>
  formula.replaceAll(
    /\[([^\]]+)\]/g,
    (whole, label) => known.find((tab) => tab.label === label)?.key ?? whole,
  );
