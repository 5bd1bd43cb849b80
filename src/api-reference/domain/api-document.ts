/** The subset of JSON Schema used by the OpenAPI document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Content {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

interface Reference {
  $ref: string;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Content>;
}

/** A response header. */
export interface Header {
  description: string;
  example?: unknown;
  schema: Schema;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
}

/** The subset of an OpenAPI 3.1 operation used by the document. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, Response>;
  [extension: `x-${string}`]: unknown;
}

export interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  info: { description: string };
  tags: { name: string; description: string }[];
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}

/** An operation with its place in the document. */
export interface Place {
  method: string;
  path: string;
  operation: Operation;
}

export const placesIn = ({ paths }: ApiDocument): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
