import { type FormDefinition, type FormField } from '../../../forms/form-definition.js';

/** Every text of a form that may be drawn on the document, with its place in the definition. */
export function textsOf({ fields }: FormDefinition): [place: string, text: string][] {
  return fields.flatMap((field, at) =>
    drawnTexts(field).map(([member, text]): [string, string] => [`fields[${at}].${member}`, text]),
  );
}

function drawnTexts(field: FormField): [member: string, text: string][] {
  switch (field.kind) {
    case 'label':
      return [['text', field.text]];
    case 'stamp':
      return field.lines.map((line, at) => [`lines[${at}]`, line]);
    case 'choice':
      return [
        ...field.options.map(({ label }, at): [string, string] => [`options[${at}].label`, label]),
        ['value', field.value ?? ''],
      ];
    case 'text':
      return [['value', field.value ?? '']];
    case 'number':
    case 'formula':
      return [['validation.unit', field.validation.unit ?? '']];
    default:
      return [];
  }
}
