import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfObject } from '@libpdf/core';
import { MAX_FIELDS, MAX_OPTIONS, MAX_PLACES } from '../../forms/form-definition.js';
import { FormRefusal } from '../form-import.js';
import { resolve } from '../pdf-comparison.js';
import { ExactNames } from '../structure/exact-names.js';
import { type FieldLeaf, FieldTree } from './field-tree.js';
import { textIn, textsIn } from './pdf-text.js';
import { readWidgets, type WidgetParts } from './read-widgets.js';
import {
  FLAG,
  MAX_NAME,
  SCRIPT_EVENTS,
  type ScriptEvent,
  type SourceField,
  type SourceOption,
  type SourceType,
} from './source-field.js';

/** Characters: more than any field or option may have, so that what is too long is noticed. */
const MAX_VALUE = 20_000;
const MAX_OPTION = 300;
const MAX_SHORT_TEXT = 1_000;
const MAX_SCRIPT = 64 * 1024;

/**
 * All fields of a form as they are in the file, in the order in which they stand on its pages.
 * @param bytes - that `pdf` was opened from
 * @throws FormRefusal `form_too_large`
 */
export function readSourceFields(pdf: PDF, bytes: Buffer): SourceField[] {
  const tree = new FieldTree(pdf);
  const places = tree.leaves.reduce((sum, { entries }) => sum + Math.max(1, entries.length), 0);
  if (places > MAX_PLACES) throw new FormRefusal('form_too_large');
  const byField = new Map<PdfDict, FieldLeaf[]>();
  for (const leaf of tree.leaves) byField.set(leaf.field, [...(byField.get(leaf.field) ?? []), leaf]);
  const reader = new FieldReader(pdf, tree, new ExactNames(pdf, bytes));
  const fields = merged([...byField].map(([dict, leaves]) => reader.read(dict, leaves)));
  if (fields.length > MAX_FIELDS) throw new FormRefusal('form_too_large');
  return fields.sort((a, b) => a.widgets[0]!.order - b.widgets[0]!.order);
}

/** Fields of the same full name and type are one (ISO 32000-2 §12.7.4.2); those without a name are not. */
function merged(fields: readonly SourceField[]): SourceField[] {
  const known = new Map<string, SourceField>();
  const all: SourceField[] = [];
  for (const field of fields) {
    const same = known.get(`${field.type} ${field.name}`);
    if (same) {
      if (rulesOf(same) !== rulesOf(field)) same.isUneven = true;
      same.widgets = inOrder([...same.widgets, ...field.widgets]);
      same.isContested ||= field.isContested;
      continue;
    }
    // A name that was cut may be several.
    if (field.name !== '' && field.name.length <= MAX_NAME) known.set(`${field.type} ${field.name}`, field);
    all.push(field);
  }
  return all;
}

const rulesOf = ({ flags, maxLength, options, value, scripts }: SourceField) =>
  JSON.stringify([flags, maxLength, options, value, scripts]);

const inOrder = (widgets: SourceField['widgets']) => [...widgets].sort((a, b) => a.order - b.order);

class FieldReader {
  private readonly names = new Map<PdfDict, string>();

  constructor(
    private readonly pdf: PDF,
    private readonly tree: FieldTree,
    private readonly exact: ExactNames,
  ) {}

  read(dict: PdfDict, leaves: readonly FieldLeaf[]): SourceField {
    // A type may be given at the places only.
    const typed = [dict, ...leaves.map((leaf) => leaf.dict)];
    const attribute = (key: string) => this.firstOf(typed, key);
    const flags = numberIn(attribute('Ff')) ?? 0;
    const type = this.typeOf(attribute('FT'), flags);
    // Buttons of one field have words of their own.
    const isTicked = type === 'check' || type === 'radio';
    const value = textsIn(this.pdf, attribute('V'), MAX_VALUE, MAX_OPTIONS).map((each) =>
      isTicked ? this.exact.read(each) : each,
    );
    const parts: WidgetParts = {
      type,
      state: value[0] ?? '',
      exportValues: this.exportValues(attribute('Opt')),
      kids: this.tree.kidsOf(dict),
      exact: this.exact,
    };
    const maxLength = numberIn(attribute('MaxLen'));
    return {
      name: this.nameOf(dict),
      ...{
        type,
        flags,
        value,
        maxLength: maxLength !== null && maxLength > 0 ? Math.floor(maxLength) : null,
      },
      label: this.own(isTicked && leaves.length > 1 ? [dict] : typed, 'TU'),
      mappingName: this.own(typed, 'TM'),
      appearance: this.short(attribute('DA') ?? this.formEntry('DA')),
      alignment: alignmentIn(attribute('Q') ?? this.formEntry('Q')),
      options: type === 'choice' ? this.options(attribute('Opt')) : [],
      defaultValue: textsIn(this.pdf, attribute('DV'), MAX_VALUE, MAX_OPTIONS),
      scripts: this.scripts(typed),
      isBarcode: attribute('PMD') instanceof PdfDict,
      isUneven: false,
      isContested: typed.some((each) => this.tree.contested.has(each)),
      widgets: inOrder(readWidgets(this.pdf, leaves, parts)),
    };
  }

  private firstOf(dicts: readonly PdfDict[], key: string): PdfObject | null {
    for (const dict of dicts) {
      const found = this.tree.attribute(dict, key);
      if (found !== null) return found;
    }
    return null;
  }

  /** The text of the first that has it; it is not inherited. */
  private own(dicts: readonly PdfDict[], key: string): string {
    const found = dicts.map((dict) => this.short(resolve(this.pdf, dict.get(key))));
    return found.find((text) => text !== '') ?? '';
  }

  private short(object: PdfObject | null): string {
    return textIn(object, MAX_SHORT_TEXT) ?? '';
  }

  private formEntry(key: string): PdfObject | null {
    const form = resolve(this.pdf, this.pdf.getCatalog().get('AcroForm'));
    return form instanceof PdfDict ? resolve(this.pdf, form.get(key)) : null;
  }

  /** The partial names from the top, joined by full stops. */
  private nameOf(dict: PdfDict): string {
    const known = this.names.get(dict);
    if (known !== undefined) return known;
    const [, above] = this.tree.lineage(dict);
    const part = textIn(resolve(this.pdf, dict.get('T')), MAX_NAME + 1);
    const names = [above ? this.nameOf(above) : '', part ?? ''].filter((name) => name !== '');
    const name = names.join('.').slice(0, MAX_NAME + 1);
    this.names.set(dict, name);
    return name;
  }

  private typeOf(type: PdfObject | null, flags: number): SourceType {
    const name = textIn(type, MAX_SHORT_TEXT);
    if (name === 'Btn') {
      if ((flags & FLAG.pushButton) !== 0) return 'push';
      return (flags & FLAG.radio) !== 0 ? 'radio' : 'check';
    }
    return ({ Tx: 'text', Ch: 'choice', Sig: 'signature' } as const)[name ?? ''] ?? 'unknown';
  }

  /** Options are texts, or pairs of what is exported and what is shown (ISO 32000-2 §12.7.5.4). */
  private options(list: PdfObject | null): SourceOption[] {
    if (!(list instanceof PdfArray)) return [];
    const options: SourceOption[] = [];
    for (let index = 0; index < list.length && options.length <= MAX_OPTIONS; index++) {
      const [value, label] = textsIn(this.pdf, resolve(this.pdf, list.at(index)), MAX_OPTION, 2);
      if (value !== undefined) options.push({ value, label: label ?? value });
    }
    return options;
  }

  /** What the places of a button stand for, in the order of its kids (ISO 32000-2 §12.7.5.2.3). */
  private exportValues(list: PdfObject | null): string[] {
    return list instanceof PdfArray ? textsIn(this.pdf, list, MAX_OPTION, MAX_PLACES) : [];
  }

  private scripts(dicts: readonly PdfDict[]): SourceField['scripts'] {
    const found: Partial<Record<ScriptEvent, string>> = {};
    for (const dict of dicts) {
      const events = this.tree.attribute(dict, 'AA');
      if (!(events instanceof PdfDict)) continue;
      for (const [key, event] of Object.entries(SCRIPT_EVENTS)) {
        const action = resolve(this.pdf, events.get(key));
        const script =
          action instanceof PdfDict ? textIn(resolve(this.pdf, action.get('JS')), MAX_SCRIPT) : null;
        if (script !== null) found[event] ??= script;
      }
    }
    return found;
  }
}

const numberIn = (object: PdfObject | null) => (object instanceof PdfNumber ? object.value : null);

function alignmentIn(object: PdfObject | null): 0 | 1 | 2 {
  const value = numberIn(object);
  return value === 1 || value === 2 ? value : 0;
}
