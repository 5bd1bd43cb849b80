import {
  type PDF,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import { type PdfComparison, resolve } from '../../pdf/pdf-comparison.js';
import { type Change } from '../domain/document-facts.js';
import { boxOf, hasNoSize } from './annotation-box.js';
import { dictAt, type FormNode, formNodes, formOf, isSigned } from './form-fields.js';
import { isSameSignature, type Permissions } from './permissions.js';
import { plainText } from './plain-text.js';

/**
 * Entries that signing or filling in a field sets in it and its widget, apart from locks (ISO 32000-1 §12.7.3.1,
 * §12.5.2).
 */
const SET_WITH_VALUE = new Set(['V', 'AP', 'AS', 'M']);
/** Entries that lead to the page and to child nodes, which are compared separately. */
const LINKS = new Set(['P', 'Kids']);
/** Actions of a field when it is used, or when its page is opened (ISO 32000-2 §12.6.3). */
const ACTIONS = ['A', 'AA'];
/** Bits that lock a field once it is signed: read-only field, read-only and locked widget. */
const LOCKS: Readonly<Record<string, number>> = { Ff: 1, F: 64 | 128 | 512 };
/** Entries of the form that signing sets, or that are compared separately. */
const FORM_ENTRIES = new Set(['Fields', 'SigFlags', 'DR', 'NeedAppearances']);

/** Defaults for fields that are filled in. */
const DEFAULTS = ['DA', 'Q'];
/** Obsolete (ISO 32000-2 §14.2). */
const WITHOUT_EFFECT = 'ProcSet';

export interface FormChanges {
  changes: Change[];
  /** Nodes that a later signature added. */
  added: ReadonlySet<string>;
  /** Nodes that were there, and have been signed since. */
  signed: ReadonlyMap<string, FormNode>;
}

/** Changes to a document's form between two revisions. */
export function formChanges(
  before: PDF,
  after: PDF,
  comparison: PdfComparison,
  permissions: Permissions,
): FormChanges {
  const [old, now] = [formNodes(before), formNodes(after)];
  const found = { signatures: 0, timestamps: 0, filled: new Set<string>(), changed: new Set<string>() };
  for (const [key, node] of old) {
    const present = now.get(key);
    const change = present ? nodeChange(node, present, comparison) : 'changed';
    if (!change) continue;
    const isForbidden = permissions.isLocked(node.name) || (permissions.level === 1 && change === 'filled');
    if (isForbidden) found.changed.add(node.name);
    else if (change === 'signed') found[kindOf(present!)]++;
    else found[change].add(node.name);
  }
  const added = new Set<string>();
  const signatures = [...old.values()].filter(isSigned).map(({ value }) => value as PdfDict);
  for (const [key, node] of now) {
    if (old.has(key)) continue;
    if (!isBranch(node) && !isNewSignature(node, signatures)) found.changed.add(node.name);
    else added.add(key);
    if (isSigned(node) && node.dict.has('V')) found[kindOf(node)]++;
  }
  return {
    changes: [...listed(found), ...entryChanges(before, after, comparison)],
    added,
    signed: new Map([...old].filter(([key, node]) => !isSigned(node) && isSignedIn(now, key))),
  };
}

function isSignedIn(nodes: ReadonlyMap<string, FormNode>, key: string): boolean {
  const node = nodes.get(key);
  return node !== undefined && isSigned(node);
}

const kindOf = ({ value }: FormNode) =>
  (value as PdfDict).getName('Type')?.value === 'DocTimeStamp' ? 'timestamps' : 'signatures';

/** Signed by a new signature, and without actions, which could hide or show something. */
const isNewSignature = (node: FormNode, earlier: readonly PdfDict[]) =>
  isSigned(node) &&
  !ACTIONS.some((key) => node.dict.has(key)) &&
  !earlier.some((each) => isSameSignature(each, node.value));

/** Only groups other fields: invisible and without a value. */
const isBranch = ({ dict, isWidget }: FormNode) => !isWidget && !dict.has('V') && !dict.has('AP');

function nodeChange(
  before: FormNode,
  after: FormNode,
  comparison: PdfComparison,
): 'signed' | 'filled' | 'changed' | null {
  const isStream = before.dict instanceof PdfStream || after.dict instanceof PdfStream;
  if (isStream && !comparison.same(before.dict, after.dict)) return 'changed';
  const same = comparison.sameEntries(
    before.dict,
    after.dict,
    new Set([...SET_WITH_VALUE, ...LINKS, ...Object.keys(LOCKS)]),
  );
  if (
    before.name !== after.name ||
    before.type !== after.type ||
    !same ||
    !Object.entries(LOCKS).every(([key, bits]) => isSameOrLocked(before, after, key, bits))
  )
    return 'changed';
  if (before.type === 'Sig') return signatureChange(before, after, comparison);
  const isValueSame = comparison.same(before.value, after.value);
  if (
    isValueSame &&
    comparison.sameEntries(before.dict, after.dict, new Set([...LINKS, 'M', ...Object.keys(LOCKS)]))
  )
    return null;
  if (isValueSame || !isEmpty(before.value)) return 'changed';
  return 'filled';
}

function signatureChange(
  before: FormNode,
  after: FormNode,
  comparison: PdfComparison,
): 'signed' | 'changed' | null {
  const looksSame = comparison.sameEntries(
    before.dict,
    after.dict,
    new Set(['V', 'M', ...LINKS, ...Object.keys(LOCKS)]),
  );
  if (isSigned(before)) {
    return looksSame && comparison.same(before.value, after.value) ? null : 'changed';
  }
  if (isSigned(after)) return after.dict.has('V') ? 'signed' : null;
  return looksSame && comparison.same(before.value, after.value) ? null : 'changed';
}

function isSameOrLocked(before: FormNode, after: FormNode, key: string, bits: number): boolean {
  const flags = ({ dict }: FormNode) => {
    const value = dict.get(key);
    return value instanceof PdfNumber ? value.value : 0;
  };
  return (flags(before) | bits) === (flags(after) | bits) && (flags(before) & ~flags(after)) === 0;
}

/** Whether nothing has been entered or chosen yet (ISO 32000-1 §12.7.4.2.3 for check boxes). */
function isEmpty(value: PdfObject | null): boolean {
  if (value instanceof PdfString) return value.bytes.length === 0 || value.asString() === '';
  return value === null || (value instanceof PdfName && value.value === 'Off');
}

function listed(found: {
  signatures: number;
  timestamps: number;
  filled: Set<string>;
  changed: Set<string>;
}): Change[] {
  const changes: Change[] = [];
  if (found.signatures > 0) changes.push({ kind: 'signatures_added', count: found.signatures });
  if (found.timestamps > 0) changes.push({ kind: 'timestamps_added', count: found.timestamps });
  if (found.filled.size > 0) changes.push({ kind: 'fields_filled', names: [...found.filled].map(plainText) });
  if (found.changed.size > 0)
    changes.push({ kind: 'fields_changed', names: [...found.changed].map(plainText) });
  return changes;
}

/**
 * Fonts may be added for filled-in text, but existing resources must stay unchanged. Without a field to fill in, the
 * defaults for fields have no visible effect. `NeedAppearances` has one on every field that is shown: some programs
 * redraw signature fields as well, and leave them empty.
 */
function entryChanges(before: PDF, after: PDF, comparison: PdfComparison): Change[] {
  const [old, now] = [formOf(before), formOf(after)];
  const fields = [...formNodes(before).values()];
  const isForSignaturesOnly = !fields.some(isFillable);
  const ignored = new Set([...FORM_ENTRIES, ...(isForSignaturesOnly ? DEFAULTS : [])]);
  const parts = [...(old?.keys() ?? []), ...(now?.keys() ?? [])]
    .map(({ value }) => value)
    .filter((key) => !ignored.has(key) && !(key === 'DA' && !old?.has('DA')))
    .filter((key) => !comparison.same(old?.get(key), now?.get(key)));
  if (!isForSignaturesOnly && !keepsResources(before, after, old, now, comparison)) parts.push('DR');
  const isShown = !isForSignaturesOnly || fields.some((field) => hasAppearance(before, field));
  if (isShown && isRedrawn(before, old) !== isRedrawn(after, now)) parts.push('NeedAppearances');
  return parts.length > 0 ? [{ kind: 'document_changed', parts: [...new Set(parts)].map(plainText) }] : [];
}

const isFillable = ({ type }: FormNode) => type !== undefined && type !== 'Sig';

/** Whether readers redraw the fields of a form; without the entry they do not. */
function isRedrawn(pdf: PDF, form: PdfDict | undefined): boolean {
  const flag = resolve(pdf, form?.get('NeedAppearances'));
  return flag !== null && !(flag instanceof PdfBool && !flag.value);
}

function hasAppearance(pdf: PDF, { dict }: FormNode): boolean {
  const box = boxOf(pdf, dict.get('Rect'));
  return dict.has('AP') && (box === null || !hasNoSize(box));
}

function keepsResources(
  before: PDF,
  after: PDF,
  old: PdfDict | undefined,
  now: PdfDict | undefined,
  comparison: PdfComparison,
): boolean {
  const [had, has] = [old && dictAt(before, old, 'DR'), now && dictAt(after, now, 'DR')];
  return [...(had ?? [])].every(([{ value: category }, value]) => {
    if (category === WITHOUT_EFFECT) return true;
    const [resources, present] = [resolve(before, value), resolve(after, has?.get(category))];
    if (!(resources instanceof PdfDict)) return comparison.same(value, has?.get(category));
    return [...resources].every(
      ([name, resource]) => present instanceof PdfDict && comparison.same(resource, present.get(name)),
    );
  });
}
