import { type PdfExport } from '../form-import.js';
import { OFF } from '../presenting/field-values.js';
import { UNREADABLE } from '../structure/exact-names.js';
import { type ImportReport, NotImported } from './import-report.js';
import { entryOf, keptLine, type Mapped, optionsOf } from './map-choices.js';
import { type PlacedWidget } from './map-places.js';
import { type SourceField, type SourceWidget } from './source-field.js';

/** A button, with what a checkbox stands for in the source's data. */
export type MappedButton = Mapped & { exportValue?: string };

/** Check boxes of one name are one box in several places if they stand for the same, and otherwise alternatives. */
export function mapCheck(
  field: SourceField,
  placed: readonly PlacedWidget[],
  report: ImportReport,
): MappedButton {
  assertReadable(field);
  const values = new Set(field.widgets.map(({ exportValue }) => exportValue));
  if (values.size > 1) return mapRadio(field, placed, report);
  const isOn = field.widgets.some((widget) => widget.isOn);
  return {
    kind: 'checkbox',
    ...entryOf(field),
    places: placed.map(({ place }) => place),
    ...(isOn && { value: true }),
    exportValue: [...values][0]!,
    exports: exportsOf(placed.map(({ widget }) => namesOf(widget))),
  };
}

/** One option for each thing that the buttons stand for, wherever it is placed. */
export function mapRadio(
  field: SourceField,
  placed: readonly PlacedWidget[],
  report: ImportReport,
): MappedButton {
  assertReadable(field);
  const kept = new Map(placed.map(({ widget, place }) => [widget, { ...place, option: valueOf(widget) }]));
  const distinct = new Map<string, SourceWidget>();
  for (const widget of field.widgets)
    if (!distinct.has(valueOf(widget))) distinct.set(valueOf(widget), widget);
  const withPlace = [...distinct.values()].filter((widget) => {
    const isPlaced = [...kept.values()].some(({ option }) => option === valueOf(widget));
    if (!isPlaced) report.warn('option_without_place', field, valueOf(widget));
    return isPlaced;
  });
  const options = optionsOf(
    withPlace.map((widget) => ({ value: valueOf(widget), label: labelOf(widget, field) })),
    field,
    report,
  );
  const known = new Set(options.map(({ value }) => value));
  const chosen = field.widgets.find(({ isOn }) => isOn);
  const [stated] = field.value.filter((state) => state !== '' && state !== OFF);
  const value = chosen ? valueOf(chosen) : field.type === 'radio' ? stated : undefined;
  if (value !== undefined && !known.has(value)) report.warn('value_not_in_options', field, value);
  return {
    kind: 'radio',
    ...entryOf(field),
    options,
    places: [...kept.values()].filter(({ option }) => known.has(option)),
    ...(value !== undefined && known.has(value) && { value }),
    exports: exportsOf(
      placed
        .filter(({ widget }) => known.has(valueOf(widget)))
        .map(({ widget }) => ({ option: valueOf(widget), ...namesOf(widget) })),
    ),
  };
}

/** What a button is called in the source's data. */
const namesOf = ({ onState, exportValue }: SourceWidget): PdfExport => ({
  ...(!onState.includes(UNREADABLE) && { state: onState }),
  ...(exportValue !== onState && { value: exportValue }),
});

/** One entry for each option, or one for each of its places if their states differ. */
function exportsOf(places: readonly PdfExport[]): PdfExport[] {
  const isSame = (a: PdfExport, b: PdfExport) => a.state === b.state && a.value === b.value;
  const first = new Map(places.map((each) => [each.option, each] as const).reverse());
  const uneven = new Set(
    places.filter((each) => !isSame(each, first.get(each.option)!)).map(({ option }) => option),
  );
  return places.filter((each) => uneven.has(each.option) || first.get(each.option) === each);
}

/** Two states that cannot be read may be the same by mistake. */
function assertReadable({ widgets }: SourceField): void {
  if (widgets.some(({ exportValue }) => exportValue.includes(UNREADABLE)))
    throw new NotImported('value_unreadable');
}

const valueOf = ({ exportValue }: SourceWidget) => keptLine(exportValue);

/** Buttons have no words of their own but those that a reader shows when pointed at. */
const labelOf = ({ label, exportValue }: SourceWidget, field: SourceField) =>
  label === '' || label === field.label ? exportValue : label;
