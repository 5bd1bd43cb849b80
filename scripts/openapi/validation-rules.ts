import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { type Schema } from '../../src/api-reference/domain/api-document.js';
import { groupBy } from './group-by.js';

/** class-validator's metadata about one decorator of a property. */
interface Rule {
  name?: string;
  target: abstract new () => object;
  propertyName: string;
  constraints?: unknown[];
  each: boolean;
}

const PERCENT = '^\\d{1,3}(?:\\.\\d{1,6})?%$';

/** Each rule in JSON Schema. The compiler's plugin sees neither our own decorators nor constants from other files. */
const MEANINGS: Record<string, (limit: never) => Schema & Record<string, unknown>> = {
  isInt: () => ({ type: 'integer' }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  minLength: (minLength: number) => (minLength > 0 ? { minLength } : {}),
  maxLength: (maxLength: number) => ({ maxLength }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  matches: (pattern: RegExp) => ({ pattern: pattern.source }),
  isEmail: () => ({ format: 'email' }),
  isDay: () => ({ format: 'date' }),
  isOptional: () => ({ required: false as never }),
  isLength: () => ({
    oneOf: [
      { type: 'number', minimum: 0, maximum: 14_400 },
      { type: 'string', pattern: PERCENT },
    ],
  }),
};

/** Passes the service's validation rules to Swagger, so the document states the limits actually applied. */
export function describeValidation(): void {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: Map<unknown, Rule[]>;
  };
  const properties = groupBy([...validationMetadatas.values()].flat(), (rule) => rule.target);
  for (const [{ prototype }, rules] of properties)
    for (const [property, ofProperty] of groupBy(rules, ({ propertyName }) => propertyName))
      ApiProperty(toOptions(ofProperty))(prototype as object, property);
}

function toOptions(rules: Rule[]): ApiPropertyOptions {
  const ofItems = rules.filter(({ each }) => each);
  const own = Object.assign({}, ...rules.filter(({ each }) => !each).map(meaningOf)) as object;
  const isTextList = ofItems.some(({ name }) => name === 'isString');
  if (!isTextList) return own;
  const items = Object.assign({ type: 'string' }, ...ofItems.map(meaningOf)) as object;
  return { ...own, type: 'array', items };
}

const meaningOf = ({ name = '', constraints = [] }: Rule) => MEANINGS[name]?.(constraints[0] as never) ?? {};
