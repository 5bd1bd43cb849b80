import { type FoundCalculation, type ImportedField, type ImportedRules } from '../form-import.js';
import { type ImportReport } from './import-report.js';
import { callIn, type ScriptCall } from './script-calls.js';
import { type SourceField } from './source-field.js';

const FUNCTIONS = ['SUM', 'AVG', 'PRD', 'MIN', 'MAX'] as const;
const LONGEST_FORMULA = 1_000;

/** An imported field with its source. */
export interface Mapping {
  source: SourceField;
  imported: ImportedField;
  isPercent: boolean;
}

interface Proposal {
  mapping: Mapping;
  function: FoundCalculation['function'];
  operands: Mapping[];
}

/**
 * Turns fields that a reader calculates by `AFSimple_Calculate` into formulas, where all operands were imported and are
 * numbers. A text that such a calculation uses, and that has no format of its own, becomes a number.
 */
export function proposeFormulas(mappings: readonly Mapping[], report: ImportReport): FoundCalculation[] {
  const proposals = new Map<Mapping, Proposal>();
  for (const mapping of mappings) {
    const proposal = proposalFor(mapping, mappings, report);
    if (proposal) proposals.set(mapping, proposal);
  }
  dropUnusable(proposals, report);
  const used = new Set([...proposals.values()].flatMap(({ operands }) => operands));
  for (const mapping of used) if (!proposals.has(mapping)) makeNumber(mapping, report);
  return [...proposals.values()].map(apply);
}

function proposalFor(mapping: Mapping, all: readonly Mapping[], report: ImportReport): Proposal | null {
  const { source, imported } = mapping;
  const script = source.scripts.calculate;
  if (script === undefined) return null;
  const read = calculationIn(callIn(script));
  if (!read || !isNumeric(mapping)) {
    report.warn('calculation_not_recognized', source);
    return null;
  }
  const operands: Mapping[] = [];
  for (const name of read.names) {
    const found = all.filter((each) => each.source.name === name || each.source.name.startsWith(`${name}.`));
    if (found.length === 0 || !found.every(isNumeric)) {
      report.warn('calculation_operand_unknown', source, name);
      return null;
    }
    operands.push(...found);
  }
  const proposal = { mapping, function: read.name, operands: [...new Set(operands)] };
  if (formulaOf(proposal).length <= LONGEST_FORMULA && imported.field.places.length > 0) return proposal;
  report.warn('calculation_not_recognized', source);
  return null;
}

/** `AFSimple_Calculate("SUM", new Array("a", "b"))`; some programs write the names as one text. */
function calculationIn(
  call: ScriptCall | null,
): { name: FoundCalculation['function']; names: string[] } | null {
  if (call?.name !== 'AFSimple_Calculate') return null;
  const [given, list] = call.values;
  const name = FUNCTIONS.find((each) => each === given);
  const names = typeof list === 'string' ? list.split(',').map((each) => each.trim()) : list;
  if (name === undefined || !Array.isArray(names) || names.length === 0) return null;
  return { name, names };
}

/** Whether it is a number, or a text that can be one. */
function isNumeric({ imported: { field } }: Mapping): boolean {
  if (field.kind === 'number') return true;
  return field.kind === 'text' && field.validation?.lines === 1 && field.validation.cells === undefined;
}

/** Drops what depends on itself. */
function dropUnusable(proposals: Map<Mapping, Proposal>, report: ImportReport): void {
  const settled = new Set<Mapping>();
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const [mapping, { operands }] of proposals) {
      if (settled.has(mapping) || !operands.every((each) => !proposals.has(each) || settled.has(each)))
        continue;
      settled.add(mapping);
      isChanged = true;
    }
  }
  for (const mapping of [...proposals.keys()].filter((each) => !settled.has(each))) {
    proposals.delete(mapping);
    report.warn('calculation_circular', mapping.source);
  }
}

function makeNumber({ source, imported }: Mapping, report: ImportReport): void {
  const { field } = imported;
  if (field.kind !== 'text') return;
  const { value } = field;
  delete field.value;
  Object.assign(field, { kind: 'number', validation: {} });
  if (value === undefined) return;
  if (/^-?(?:0|[1-9]\d{0,30})(?:\.\d{0,29}[1-9])?$/.test(String(value))) field.value = value;
  else report.warn('value_not_a_number', source, String(value));
}

function apply(proposal: Proposal): FoundCalculation {
  const { mapping, operands } = proposal;
  const { field } = mapping.imported;
  const formula = formulaOf(proposal);
  const { decimals, unit } = field.validation as ImportedRules;
  const look = { ...(decimals !== undefined && { decimals }), ...(unit !== undefined && { unit }) };
  delete field.readOnly;
  delete field.value;
  Object.assign(field, { kind: 'formula', formula, required: false, validation: look });
  const keys = operands.map(({ imported }) => imported.field.key);
  return { name: mapping.source.name, key: field.key, function: proposal.function, operands: keys, formula };
}

/** What a percentage is typed as here is a hundred times what its field holds in the source. */
function formulaOf({ mapping, function: name, operands }: Proposal): string {
  const terms = operands.map(({ imported, isPercent }) =>
    isPercent ? `${imported.field.key} / 100` : imported.field.key,
  );
  const list = terms.join(', ');
  const formula = {
    SUM: `sum(${list})`,
    AVG: `sum(${list}) / ${terms.length}`,
    PRD: terms.join(' * '),
    MIN: `min(${list})`,
    MAX: `max(${list})`,
  }[name];
  return mapping.isPercent ? `(${formula}) * 100` : formula;
}
