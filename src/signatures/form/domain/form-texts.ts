import { type FormDefinition, type FormField } from '../../../forms/form-definition.js';

/** Every text of a form that may be drawn on the document, with its place in the definition. */
export function textsOf({ fields }: FormDefinition): [place: string, text: string][] {
  return fields.flatMap((field, at) =>
    drawnTexts(field).map(([member, text]): [string, string] => [`fields[${at}].${member}`, text]),
  );
}

function drawnTexts(field: FormField): [member: string, text: string][] {
  const texts: [string, string][] = [];
  if (field.kind === 'label') texts.push(['text', field.text]);
  if (field.kind === 'stamp')
    field.lines.forEach((line, at) => {
      texts.push([`lines[${at}]`, line]);
    });
  if (field.kind === 'choice')
    field.options.forEach(({ label }, at) => {
      texts.push([`options[${at}].label`, label]);
    });
  if (field.kind === 'number' || field.kind === 'formula')
    texts.push(['validation.unit', field.validation.unit ?? '']);
  if ('value' in field && typeof field.value === 'string') texts.push(['value', field.value]);
  return texts;
}
