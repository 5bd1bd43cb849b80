import { type PDF, PdfArray, PdfDict, type PdfObject, type PdfRef } from '@libpdf/core';
import { dictionariesIn } from '../structure/form-widgets.js';
import { reachable } from '../structure/reachable.js';
import { type RemovedPart } from '../upload-changes.js';

/** Actions of buttons on a form's entries and looks (ISO 32000-2 §12.7.6 and §12.6.4.11). */
const ON_FORMS = new Set(['SubmitForm', 'ResetForm', 'ImportData', 'Hide']);
/** Limit for a chain of actions, which is endless in a damaged file. */
const MAX_CHAIN = 1_000;

/** An entry that runs scripts or acts on a form, with the actions attached to it. */
interface ActionPlace {
  owner: PdfDict;
  key: string;
  part: RemovedPart;
  actions: PdfDict[];
}

/**
 * The entries that are removed for a presented file: all scripts, and the actions of fields on the form. Its fields
 * are read-only, so these serve no purpose.
 * @param isFormless - whether the form itself is removed, so that an action on it serves none anywhere
 */
export function formActions(pdf: PDF, isFormless = false): ActionPlace[] {
  const resolve = resolverOf(pdf);
  const catalog = pdf.getCatalog();
  const places = [...reachable(pdf)].flatMap((owner) => placesIn(pdf, owner, isFormless));
  const opening = placeAt(pdf, catalog, 'OpenAction', isFormless);
  if (opening) places.push(opening);
  const names = catalog.getDict('Names', resolve);
  const scripts = names?.getDict('JavaScript', resolve);
  if (names && scripts)
    places.push({ owner: names, key: 'JavaScript', part: 'scripts', actions: [...reachable(pdf, scripts)] });
  const form = catalog.getDict('AcroForm', resolve);
  // The order in which scripts calculate values.
  if (form?.has('CO')) places.push({ owner: form, key: 'CO', part: 'scripts', actions: [] });
  return places;
}

/** Whether a dictionary is a script or has one. */
export function isScript(object: PdfDict, pdf: PDF): boolean {
  return object.has('JS') || nameAt(pdf, object, 'S') === 'JavaScript';
}

/** @returns what was removed */
export function dropActions(places: readonly ActionPlace[]): RemovedPart[] {
  for (const { owner, key } of places) owner.delete(key);
  return [...new Set(places.map(({ part }) => part))];
}

/** @returns what was removed; null if a script remains in a place where none belongs */
export function removeFormActions(pdf: PDF): RemovedPart[] | null {
  const removed = dropActions(formActions(pdf));
  for (const each of reachable(pdf)) if (isScript(each, pdf)) return null;
  return removed;
}

/** The actions of an annotation, a field, a page, the catalog or an outline item (ISO 32000-2 §12.6.3). */
function placesIn(pdf: PDF, owner: PdfDict, isFormless: boolean): ActionPlace[] {
  const isField = isFormless || owner.has('FT') || nameAt(pdf, owner, 'Subtype') === 'Widget';
  const events = owner.getDict('AA', resolverOf(pdf));
  const ofEvents = [...(events?.keys() ?? [])].map(({ value }) => placeAt(pdf, events!, value, isField));
  return [placeAt(pdf, owner, 'A', isField), ...ofEvents].filter((place) => place !== null);
}

function placeAt(pdf: PDF, owner: PdfDict, key: string, isForForm: boolean): ActionPlace | null {
  const actions = chainFrom(pdf, owner.get(key, resolverOf(pdf)));
  if (actions.some((action) => isScript(action, pdf))) return { owner, key, part: 'scripts', actions };
  const isOnForm = isForForm && actions.some((action) => ON_FORMS.has(nameAt(pdf, action, 'S')));
  return isOnForm ? { owner, key, part: 'form_actions', actions } : null;
}

/** An action and its successors (ISO 32000-2 §12.6.2). */
function chainFrom(pdf: PDF, first: PdfObject | undefined): PdfDict[] {
  const chain: PdfDict[] = [];
  const left = first instanceof PdfDict ? [first] : [];
  for (let action = left.pop(); action && chain.length < MAX_CHAIN; action = left.pop()) {
    if (chain.includes(action)) continue;
    chain.push(action);
    const next = action.get('Next', resolverOf(pdf));
    left.push(
      ...(next instanceof PdfArray ? dictionariesIn(pdf, next) : next instanceof PdfDict ? [next] : []),
    );
  }
  return chain;
}

const nameAt = (pdf: PDF, owner: PdfDict, key: string) => owner.getName(key, resolverOf(pdf))?.value ?? '';

const resolverOf = (pdf: PDF) => (ref: PdfRef) => pdf.getObject(ref);
