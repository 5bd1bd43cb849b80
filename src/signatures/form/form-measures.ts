import { Injectable } from '@nestjs/common';
import { sendersFormulas } from '../../forms/decided-fields.js';
import { evaluateForm, type FieldResult } from '../../forms/evaluate-form.js';
import {
  type FormDefinition,
  type FormField,
  type FormKind,
  type FormValue,
  isEmptyValue,
} from '../../forms/form-definition.js';
import { type FormFault } from '../../forms/form-fault.js';
import { readForm } from '../../forms/read-form.js';
import { surelyFits } from '../../pdf/entry-layout.js';
import { NO_ORIGIN } from '../../pdf/form-origin.js';
import { PdfService } from '../../pdf/pdf.service.js';
import { type StampPlace } from '../../pdf/signature-stamp.js';
import { formRefused } from '../internal/signature.errors.js';
import { drawPlace } from './domain/drawn-form.js';

/** Kinds whose values may be too long for their places. */
const WRITTEN: readonly FormKind[] = ['text', 'number', 'chosen_date', 'choice', 'formula'];
/** Kinds with texts of the sender in them. */
const LETTERED: readonly FormKind[] = ['label', 'stamp'];

/** Formulas know no day. */
const ANY_DAY = '2000-01-01';

type MeasuredField = readonly [field: FormField, value: FormValue | null];

/** What is drawn for a field. */
interface KeyedPlace {
  key: string;
  place: StampPlace;
}

/** Values of the sender that have to be measured, and what it takes to speak of them. */
export interface UnmeasuredValues {
  definition: FormDefinition;
  /** Keys of the values of which each formula is made. */
  formulas: ReadonlyMap<string, readonly string[]>;
  places: readonly KeyedPlace[];
}

/** Measures whether what a form holds fits into its places. */
@Injectable()
export class FormMeasures {
  constructor(private readonly pdf: PdfService) {}

  /**
   * By how many characters what is drawn for a field is too long for one of its places, by key; only of those that are.
   * @param locale - of the papers
   * @throws AppError 429 or 503 if they cannot be measured now
   */
  async excesses(
    tenant: number,
    fields: readonly MeasuredField[],
    locale: string,
  ): Promise<ReadonlyMap<string, number>> {
    return (await this.measure(tenant, [placesOf(fields, locale)]))[0]!;
  }

  /**
   * @param values - only values are measured, and not the form's own texts; their paths are those of values
   * @throws AppError 400 `entry_does_not_fit` naming everything of the sender that does not fit; as `excesses`
   */
  async assertSendersFit(
    tenant: number,
    definition: FormDefinition,
    locale: string,
    { values }: { values: boolean },
  ): Promise<void> {
    const { fields, formulas } = sendersFields(definition);
    const own = fields.filter(([{ kind }]) => !values || !LETTERED.includes(kind));
    const faults = faultsOf(definition, await this.excesses(tenant, own, locale), values, formulas);
    if (faults.length > 0) throw formRefused(faults);
  }

  /** The sender's values of a form that may be too long for their places; null if none can be. */
  unmeasured(definition: FormDefinition, locale: string): UnmeasuredValues | null {
    const { fields, formulas } = sendersFields(definition);
    const places = placesOf(
      fields.filter(([{ kind }]) => !LETTERED.includes(kind)),
      locale,
    );
    return places.length > 0 ? { definition, formulas, places } : null;
  }

  /** Those of them that do not fit, for each of several forms, with the paths of values. @throws as `excesses` */
  async misfits(tenant: number, forms: readonly UnmeasuredValues[]): Promise<FormFault[][]> {
    const found = await this.measure(
      tenant,
      forms.map(({ places }) => places),
    );
    return forms.map(({ definition, formulas }, index) =>
      faultsOf(definition, found[index]!, true, formulas),
    );
  }

  /** Measures several forms at once: a process does nothing else meanwhile. */
  private async measure(
    tenant: number,
    forms: readonly (readonly KeyedPlace[])[],
  ): Promise<Map<string, number>[]> {
    const most = forms.map(() => new Map<string, number>());
    const places = forms.flatMap((each, index) => each.map((keyed) => ({ ...keyed, index })));
    if (places.length === 0) return most;
    const drawn = places.map(({ place }) => place);
    const excess = await this.pdf.measureEntries(drawn, { tenant });
    for (const [at, { key, index }] of places.entries()) {
      const form = most[index]!;
      if (excess[at]! > (form.get(key) ?? 0)) form.set(key, excess[at]!);
    }
    return most;
  }
}

/** What is drawn for the fields, as far as it may be too long for its places. */
function placesOf(fields: readonly MeasuredField[], locale: string): KeyedPlace[] {
  return fields
    .filter(([{ kind }, value]) => LETTERED.includes(kind) || (WRITTEN.includes(kind) && value !== null))
    .flatMap(([field, value]) =>
      valuePlaces(field, value, locale)
        .filter((place) => !fitsUnmeasured(place))
        .map((place) => ({ key: field.key, place })),
    );
}

/** Most values are short, and those of thousands of forms can be measured at once. */
const fitsUnmeasured = ({ value, kind, form, ...box }: StampPlace) =>
  form !== null && surelyFits(value, box, { kind, ...form });

/** The fields with what the sender's values come to, and the formulas that these decide, by key. */
function sendersFields(definition: FormDefinition): {
  fields: MeasuredField[];
  formulas: ReadonlyMap<string, readonly string[]>;
} {
  const { fields } = definition;
  const usual = fields.map((field): MeasuredField => [field, sendersValue(field)]);
  // To read a form takes its time, and most have no formulas.
  const form = fields.some(({ kind }) => kind === 'formula') ? readForm(definition).form : null;
  const formulas = form ? sendersFormulas(form) : new Map<string, readonly string[]>();
  if (!form || formulas.size === 0) return { fields: usual, formulas };
  const results = evaluateForm(form, {}, { today: ANY_DAY, locale: 'en' }).fields;
  const valueOf = new Map(results.map(({ key, value }) => [key, value]));
  return {
    fields: usual.map(([field, value]) => [field, formulas.has(field.key) ? valueOf.get(field.key)! : value]),
    formulas,
  };
}

function faultsOf(
  { fields }: FormDefinition,
  excesses: ReadonlyMap<string, number>,
  isOfValues: boolean,
  formulas: ReadonlyMap<string, readonly string[]>,
): FormFault[] {
  return fields.flatMap((field, index): FormFault[] => {
    const { key } = field;
    const count = excesses.get(key);
    if (count === undefined) return [];
    const path = isOfValues
      ? `values.${formulas.get(key)?.[0] ?? key}`
      : `fields[${index}].${memberOf(field)}`;
    const what = formulas.has(key) ? `the result of '${key}'` : path;
    const characters = count === 1 ? '1 character' : `${count} characters`;
    const message = `${what} is ${characters} too long for its place: shorten it, or make the place larger`;
    return [{ code: 'entry_does_not_fit', key, path, message }];
  });
}

function sendersValue(field: FormField): FormValue | null {
  const value = 'value' in field ? (field.value ?? null) : null;
  return isEmptyValue(value) ? null : value;
}

const MEMBERS: Partial<Record<FormKind, string>> = { label: 'text', stamp: 'lines', formula: 'formula' };
const memberOf = ({ kind }: FormField) => MEMBERS[kind] ?? 'value';

/** What is drawn for a field that holds a value, at each of its places. @param locale - of the papers */
export function valuePlaces(field: FormField, value: FormValue | null, locale: string): StampPlace[] {
  const { key } = field;
  const result: FieldResult = { key, isShown: true, value, isDropped: false, faults: [] };
  const form = { fields: new Map([[key, { field, result }]]), origin: NO_ORIGIN, pictures: new Map() };
  return field.places.map(({ page, x, y, width, height, option = null }) => {
    const drawn = drawPlace(form, { fieldKey: key, option, nth: 0 }, locale)!;
    return {
      ...{ kind: field.kind as StampPlace['kind'], page, x, y, width, height },
      ...{ signer: 0, tagBox: null, value: drawn.value ?? '', form: drawn.mark },
    };
  });
}
