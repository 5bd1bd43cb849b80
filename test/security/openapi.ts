import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';

/** The part of OpenAPI 3.0's Schema Object that docs/openapi.json uses. */
export interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array';
  format?: string;
  nullable?: boolean;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  /** Such as `GET /api/v1/signatures/{signatureId}`. */
  name: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'name' | 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema> };
}

/** The operations of docs/openapi.json. */
export class OpenApi {
  private readonly document = JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8'),
  ) as Document;

  readonly operations: Operation[] = Object.entries(this.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { ...operation, name: `${method} ${path}`, method, path };
    }),
  );

  /** The schema itself, without references. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return this.document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  }

  /** What is wrong with a value that should have this schema; members that it does not name are wrong, too. */
  faultsOf(value: unknown, reference: Schema, at = 'body'): string[] {
    const schema = this.resolve(reference);
    if (schema.oneOf) {
      const all = schema.oneOf.map((each) => this.faultsOf(value, each, at));
      return all.some((faults) => faults.length === 0) ? [] : all[0]!;
    }
    if (value === null) return schema.nullable ? [] : [`${at} is null`];
    const type = Array.isArray(value) ? 'array' : typeof value;
    if (schema.type !== undefined && type !== schema.type)
      return [`${at} is of the type ${type}, not ${schema.type}`];
    if (schema.enum && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
    if (type === 'array')
      return (value as unknown[]).flatMap((item, index) =>
        this.faultsOf(item, schema.items ?? {}, `${at}[${index}]`),
      );
    return type === 'object' ? this.faultsOfMembers(value as Record<string, unknown>, schema, at) : [];
  }

  private faultsOfMembers(value: Record<string, unknown>, schema: Schema, at: string): string[] {
    const { properties, required = [], additionalProperties } = schema;
    if (!properties) {
      if (typeof additionalProperties !== 'object') return [];
      return Object.entries(value).flatMap(([name, member]) =>
        this.faultsOf(member, additionalProperties, `${at}.${name}`),
      );
    }
    const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
    const wrong = Object.entries(value).flatMap(([name, member]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return known ? this.faultsOf(member, known, `${at}.${name}`) : [`${at}.${name} is not in the schema`];
    });
    return [...missing, ...wrong];
  }
}
