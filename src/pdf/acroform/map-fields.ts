import { plainLines } from '../../common/plain-line.js';
import { MAX_ALL_OPTIONS } from '../../forms/form-definition.js';
import { type FormImport, FormRefusal, type ImportedField, type NotImportedReason } from '../form-import.js';
import { type Mapping, proposeFormulas } from './calculations.js';
import { FieldKeys } from './field-keys.js';
import { cut, ImportReport, NotImported } from './import-report.js';
import { mapCheck, mapRadio } from './map-buttons.js';
import { keptLine, mapChoice, type Mapped } from './map-choices.js';
import { type PlacedWidget, placesOf } from './map-places.js';
import { formatOf, mapText, type TextFormat } from './map-texts.js';
import { MAX_NAME, type SourceField } from './source-field.js';

const LONGEST_LABEL = 100;
const LONGEST_HELP = 500;
/** The size in a default appearance (ISO 32000-2 §12.7.4.3), the number before the operator that sets the font. */
const FONT_SIZE = /(?:^|\s)(\d{1,4}(?:\.\d{1,4})?)\s+Tf(?:\s|$)/;

/** Facts of the source that a definition has no member for. */
type SourceFacts = Pick<ImportedField, 'exportValue' | 'exports' | 'datePattern'>;

/** What the fields of a form become, with those that become something. */
interface MappedFields extends Pick<FormImport, 'imported' | 'notImported' | 'calculations' | 'warnings'> {
  sources: SourceField[];
}

/**
 * Turns the fields of a form into fields to fill in.
 * @throws FormRefusal `form_too_large` if there are too many options
 */
export function mapFields(fields: readonly SourceField[]): MappedFields {
  const report = new ImportReport();
  const keys = new FieldKeys();
  const mappings: Mapping[] = [];
  const notImported: FormImport['notImported'] = [];
  for (const source of fields) {
    const mapped = mapField(source, keys, report);
    if (typeof mapped === 'string') notImported.push({ name: cut(source.name), reason: mapped });
    else mappings.push(mapped);
  }
  warnOfNames(fields, report);
  const options = mappings.reduce((sum, { imported }) => sum + (imported.field.options?.length ?? 0), 0);
  if (options > MAX_ALL_OPTIONS) throw new FormRefusal('form_too_large');
  const calculations = proposeFormulas(mappings, report);
  const imported = mappings.map((mapping) => mapping.imported);
  const sources = mappings.map(({ source }) => source);
  return { imported, notImported, calculations, warnings: report.warnings, sources };
}

/** @returns the reason if the field is left out */
function mapField(source: SourceField, keys: FieldKeys, report: ImportReport): Mapping | NotImportedReason {
  // What is wrong with a field that is left out is of no interest.
  const own = new ImportReport(report.places);
  try {
    if (source.name.length > MAX_NAME) throw new NotImported('name_too_long');
    const { mapped, facts, format } = kindOf(source, own);
    const { name, mappingName, label, alignment, appearance } = source;
    const size = FONT_SIZE.exec(appearance)?.[1];
    const imported: ImportedField = {
      pdfName: name,
      ...(mappingName !== '' && { mappingName }),
      ...(label !== '' && { alternateName: label }),
      ...facts,
      ...(alignment !== 0 && { alignment: alignment === 1 ? ('center' as const) : ('right' as const) }),
      ...(size !== undefined && { fontSize: Number(size) }),
      field: { key: keys.keyFor(name), ...wordsOf(source), ...mapped },
    };
    if (source.isUneven) own.warn('parts_differ', source);
    if (source.isContested) own.warn('widget_in_two_fields', source);
    report.places.push(...imported.field.places);
    for (const { code, detail } of own.warnings) report.warn(code, source, detail);
    return { source, imported, isPercent: format.kind === 'number' && format.isPercent };
  } catch (error) {
    if (error instanceof NotImported) return error.reason;
    throw error;
  }
}

function kindOf(
  source: SourceField,
  report: ImportReport,
): { mapped: Mapped; facts: SourceFacts; format: TextFormat } {
  const plain = { kind: 'text' } as const;
  switch (source.type) {
    case 'push':
      throw new NotImported('push_button');
    case 'unknown':
      throw new NotImported('unknown_type');
    case 'signature': {
      const places = placesOf(source, report).map(({ place }) => place);
      return { mapped: { kind: 'signature', places }, facts: {}, format: plain };
    }
    case 'check':
    case 'radio': {
      const map: typeof mapCheck = source.type === 'check' ? mapCheck : mapRadio;
      const { exportValue, exports, ...mapped } = withScripts(source, report, map);
      return { mapped, facts: { ...(exportValue !== undefined && { exportValue }), exports }, format: plain };
    }
    case 'choice': {
      const { exports, ...mapped } = withScripts(source, report, mapChoice);
      return { mapped, facts: exports ? { exports } : {}, format: plain };
    }
    case 'text': {
      const format = formatOf(source, report);
      const { datePattern, ...mapped } = mapText(source, placesOf(source, report), format, report);
      return { mapped, facts: datePattern === undefined ? {} : { datePattern }, format };
    }
  }
}

/** No script of a field that is no text is recognized. */
function withScripts<Result extends Mapped>(
  source: SourceField,
  report: ImportReport,
  map: (source: SourceField, placed: PlacedWidget[], report: ImportReport) => Result,
): Result {
  for (const event of ['format', 'keystroke', 'validate'] as const)
    if (source.scripts[event] !== undefined) report.warn('script_not_recognized', source, event);
  return map(source, placesOf(source, report), report);
}

/** The words for people, or the last part of the name. Long ones become the help, and begin the label. */
function wordsOf({ label, name }: SourceField): { label: string; help: string } {
  const words = plainLines(label).normalize('NFC');
  const line = keptLine(words === '' ? name.slice(name.lastIndexOf('.') + 1) : words);
  const letters = [...line];
  if (letters.length <= LONGEST_LABEL) return { label: line, help: '' };
  const begun = letters.slice(0, LONGEST_LABEL - 1).join('');
  const whole = begun.includes(' ') ? begun.slice(0, begun.lastIndexOf(' ')) : begun;
  return { label: `${whole}…`, help: [...words].slice(0, LONGEST_HELP).join('').trim() };
}

function warnOfNames(fields: readonly SourceField[], report: ImportReport): void {
  const known = new Map<string, SourceField>();
  for (const field of fields.filter(({ name }) => name !== ''))
    if (known.has(field.name)) report.warn('name_of_two_kinds', field);
    else known.set(field.name, field);
}
