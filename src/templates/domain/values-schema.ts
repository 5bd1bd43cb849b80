import { type FormField, type NumberRules } from '../../forms/form-definition.js';

/** A schema of JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Decimals as the interface takes them, with or without an exponentless fraction. */
const DECIMAL = '^-?[0-9]{1,34}([.][0-9]{1,34})?$';
const MAX_OTHER = 200;

/** The fields for which the sender may give a value. */
export const takesValue = (field: FormField): boolean => 'readOnly' in field;

/**
 * The values that `send` takes, as a schema: one property for each field that takes one, with the role that would
 * otherwise fill it in. Formats, patterns and conditions are checked by the service alone.
 * @param id - the address of the schema, unique for each version
 */
export function valuesSchema(id: string, title: string, fields: readonly FormField[]): JsonSchema {
  const own = fields.filter(takesValue);
  return {
    $schema: DIALECT,
    $id: id,
    title,
    type: 'object',
    properties: Object.fromEntries(own.map((field) => [field.key, schemaOf(field)])),
    additionalProperties: false,
  };
}

function schemaOf(field: FormField): JsonSchema {
  const { label, help, role, kind } = field;
  return {
    ...(label !== '' && { title: label }),
    ...(help !== '' && { description: help }),
    'x-role': role,
    'x-kind': kind,
    ...('value' in field && field.value !== undefined && { default: field.value }),
    ...typeOf(field),
  };
}

/** Null and an empty text stand for nothing. */
const orNothing = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { enum: [null, ''] }] });

function typeOf(field: FormField): JsonSchema {
  switch (field.kind) {
    case 'text':
      return orNothing({ type: 'string', maxLength: roomFor(field.validation.maxLength) });
    case 'number':
      return orNothing(numberSchema(field.validation));
    case 'chosen_date':
      return orNothing({ type: 'string', format: 'date' });
    case 'checkbox':
      return { type: ['boolean', 'null'] };
    case 'choice':
      return orNothing(
        field.other
          ? { type: 'string', maxLength: roomFor(MAX_OTHER) }
          : { enum: field.options.map(({ value }) => value) },
      );
    case 'radio':
      return orNothing({ enum: field.options.map(({ value }) => value) });
    case 'checkboxes':
      return orNothing({
        type: 'array',
        items: { enum: field.options.map(({ value }) => value) },
        uniqueItems: true,
      });
    case 'signature':
    case 'initials':
    case 'date':
    case 'name':
    case 'image':
    case 'stamp':
    case 'attachment':
    case 'label':
    case 'formula':
      return {};
  }
}

/** Spaces at the ends and invisible characters are removed before a text is measured, so the schema leaves room for some. */
const roomFor = (characters: number) => 2 * characters;

/** Limits are those of the field; the schema knows them only for JSON numbers. */
const numberSchema = ({ min, max, step, unit, currency }: NumberRules): JsonSchema => ({
  anyOf: [
    { type: 'string', pattern: DECIMAL },
    {
      type: 'number',
      ...(min !== undefined && { minimum: Number(min) }),
      ...(max !== undefined && { maximum: Number(max) }),
    },
  ],
  ...(step !== undefined && { 'x-step': step }),
  ...(currency !== undefined && { 'x-currency': currency }),
  ...(unit !== undefined && { 'x-unit': unit }),
});
