import { OFF } from '../presenting/field-values.js';
import { UNREADABLE } from '../structure/exact-names.js';
import { type ImportReport, NotImported } from './import-report.js';
import { entryOf, keptLine, type Mapped, optionsOf } from './map-choices.js';
import { type PlacedWidget } from './map-places.js';
import { type SourceField, type SourceWidget } from './source-field.js';

/** A checkbox, with what it stands for in the source's data. */
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
  };
}

/** One option for each thing that the buttons stand for, wherever it is placed. */
export function mapRadio(field: SourceField, placed: readonly PlacedWidget[], report: ImportReport): Mapped {
  assertReadable(field);
  const kept = new Map(placed.map(({ widget, place }) => [widget, { ...place, option: valueOf(widget) }]));
  const distinct = new Map(
    field.widgets.map((widget) => [valueOf(widget), widget]).reverse() as [string, SourceWidget][],
  );
  const withPlace = [...distinct.values()].reverse().filter((widget) => {
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
  };
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
