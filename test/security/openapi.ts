import { type Schema } from '../../src/api-reference/domain/api-document.js';
import { DocumentedApi, type DocumentedOperation } from '../support/documented-api.js';

export type { Schema };
export type Operation = DocumentedOperation;

/** docs/openapi.json, from which requests are generated. */
export class OpenApi extends DocumentedApi {
  /** The schema itself, without references. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    return this.document.components.schemas[schema.$ref.split('/').at(-1)!]!;
  }
}
