import { type FormDefinition, type FormField } from '../../../forms/form-definition.js';
import { type FormFault } from '../../../forms/form-fault.js';
import { type FieldKind, isWithin, type ShownBox, type ShownSize } from '../../../pdf/document-field.js';

/** One place of a form's field, as a row of the document's fields. */
export interface FormPlace {
  kind: FieldKind;
  fieldKey: string;
  option: string | null;
  page: number;
  box: ShownBox;
  label: string;
  required: boolean;
  /** Null for a label of no role. */
  role: string | null;
  /** For errors, such as `fields[1].places[0]`. */
  name: string;
}

/** Every place of a form in the order of its definition. */
export function placesOf({ fields }: FormDefinition): FormPlace[] {
  return fields.flatMap((field, at) =>
    field.kind === 'attachment' ? [] : placesOfField(field, field.kind, `fields[${at}]`),
  );
}

function placesOfField(field: FormField, kind: FieldKind, name: string): FormPlace[] {
  const { key, label, role = null, places } = field;
  return places.map(({ page, x, y, width, height, option = null }, at) => ({
    ...{ kind, fieldKey: key, option, page, label, role },
    box: { x, y, width, height },
    required: 'required' in field && field.required,
    name: `${name}.places[${at}]`,
  }));
}

/**
 * What does not lie on the pages of the request's only document.
 * @param pageSizes - width and height of each page as shown, in points
 */
export function placeFaults({ fields }: FormDefinition, pageSizes: readonly ShownSize[]): FormFault[] {
  return fields.flatMap(({ key, places }, at) =>
    places.flatMap(({ document, page, ...box }, index): FormFault[] => {
      const path = `fields[${at}].places[${index}]`;
      const size = pageSizes[page - 1];
      const fault = (problem: string): FormFault[] => [
        { code: 'place_outside_page', key, path, message: `${path} ${problem}` },
      ];
      if (document !== 1) return fault(`is in document ${document}, but the request has one document`);
      if (!size) return fault(`is on page ${page}, but the document ends with page ${pageSizes.length}`);
      if (isWithin(box, size)) return [];
      return fault(`does not lie on page ${page}, which measures ${size.map(rounded).join(' × ')} points`);
    }),
  );
}

const rounded = (points: number) => Number(points.toFixed(2));
