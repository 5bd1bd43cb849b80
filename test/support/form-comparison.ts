import { type SourceField, type SourceWidget } from '../../src/pdf/acroform/source-field.js';

/** Points by which a rectangle may differ. */
const TOLERANCE = 0.5;

/** A widget as read-form-with-pdf-js.mjs prints it. */
export interface OtherWidget {
  page: number;
  box: { x: number; y: number; width: number; height: number };
  name: string;
  type: string;
  readOnly: boolean;
  required: boolean;
  hidden: boolean;
  maxLen?: number;
  comb?: boolean;
  multiLine?: boolean;
  password: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  pushButton?: boolean;
  combo?: boolean;
  multiSelect?: boolean;
  value: string | string[] | null;
  defaultValue: string | null;
  options?: { exportValue: string; displayValue: string }[];
  exportValue?: string | null;
  label: string | null;
}

export interface FormDifference {
  what: string;
  name: string;
  ours: unknown;
  theirs: unknown;
}

/** What was compared, and what was found different. */
export interface FormComparison {
  compared: Map<string, number>;
  differences: FormDifference[];
}

/** Compares the widgets of a document as we and pdf.js read them, matched by their pages and rectangles. */
export function compareForms(ours: readonly SourceField[], theirs: readonly OtherWidget[]): FormComparison {
  const compared = new Map<string, number>();
  const differences: FormDifference[] = [];
  const left = ours.flatMap((field) =>
    field.widgets.filter(({ page }) => page !== null).map((widget) => ({ field, widget })),
  );
  for (const other of theirs) {
    const [nearest] = left
      .filter(({ widget }) => widget.page === other.page)
      .map((each) => ({ each, rank: rankOf(each, other) }))
      .sort((a, b) => a.rank - b.rank);
    if (!nearest) {
      differences.push({ what: 'widget', name: other.name, ours: 'none', theirs: other.type });
      continue;
    }
    const { each } = nearest;
    left.splice(left.indexOf(each), 1);
    for (const [what, [mine, his]] of Object.entries(factsOf(each, other))) {
      compared.set(what, (compared.get(what) ?? 0) + 1);
      if (JSON.stringify(mine) !== JSON.stringify(his))
        differences.push({ what, name: other.name, ours: mine, theirs: his });
    }
  }
  for (const { field } of left)
    differences.push({ what: 'widget', name: field.name, ours: field.type, theirs: 'none' });
  return { compared, differences };
}

interface OurWidget {
  field: SourceField;
  widget: SourceWidget;
}

function distance({ widget: { box } }: OurWidget, other: OtherWidget): number {
  if (!box) return Infinity;
  return Math.max(
    ...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(box[side] - other.box[side])),
  );
}

/** The nearest first; of those that are as near, the one of the same name. */
function rankOf(each: OurWidget, other: OtherWidget): number {
  const steps = Math.min(1e9, Math.round(distance(each, other) / TOLERANCE));
  return 2 * steps + (each.field.name === other.name ? 0 : 1);
}

type Facts = Record<string, readonly [ours: unknown, theirs: unknown]>;

function factsOf(each: OurWidget, other: OtherWidget): Facts {
  const { field, widget } = each;
  const flag = (bit: number) => (field.flags & (1 << bit)) !== 0;
  return {
    rectangle: [distance(each, other) <= TOLERANCE, true],
    name: [field.name, other.name],
    kind: [field.type, kindOf(other)],
    'read-only': [flag(0), other.readOnly],
    required: [flag(1), other.required],
    hidden: [widget.isHidden, other.hidden],
    label: [field.label, other.label ?? ''],
    ...(field.type === 'text' ? textFacts(field, flag, other) : {}),
    ...(field.type === 'choice' ? choiceFacts(field, flag, other) : {}),
    ...(field.type === 'check' || field.type === 'radio' ? buttonFacts(each, other) : {}),
  };
}

function kindOf({ type, pushButton, radioButton, checkBox }: OtherWidget): string {
  if (pushButton) return 'push';
  if (radioButton) return 'radio';
  if (checkBox) return 'check';
  return { Tx: 'text', Ch: 'choice', Sig: 'signature' }[type] ?? 'unknown';
}

function textFacts(field: SourceField, flag: (bit: number) => boolean, other: OtherWidget): Facts {
  return {
    MaxLen: [field.maxLength ?? 0, other.maxLen ?? 0],
    comb: [flag(24) && !flag(12) && field.maxLength !== null, other.comb],
    'several lines': [flag(12), other.multiLine],
    password: [flag(13), other.password],
    value: [field.value[0] ?? '', other.value ?? ''],
    'default value': [field.defaultValue[0] ?? '', other.defaultValue ?? ''],
  };
}

function choiceFacts(field: SourceField, flag: (bit: number) => boolean, other: OtherWidget): Facts {
  return {
    combo: [flag(17), other.combo],
    'several choices': [flag(21), other.multiSelect],
    options: [
      field.options.map(({ value, label }) => [value, label]),
      other.options?.map(({ exportValue, displayValue }) => [exportValue, displayValue]),
    ],
    value: [field.value, other.value],
  };
}

function buttonFacts({ field, widget }: OurWidget, other: OtherWidget): Facts {
  const isOn = field.widgets.some((each) => each.isOn && each.exportValue === widget.exportValue);
  return {
    'export value': [widget.exportValue, other.exportValue],
    state: [isOn, other.value === other.exportValue],
  };
}
