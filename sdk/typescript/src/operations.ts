import { type operations } from './openapi.js';

export type OperationId = keyof operations;

type Content<T> = T extends { content: infer Types } ? Types : never;
type Json<T> = 'application/json' extends keyof T ? T['application/json'] : never;
type Responses<Id extends OperationId> = operations[Id]['responses'];

/** The values in an operation's path. */
export type PathOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['path']>;

/** An operation's query. */
export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The JSON that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer Body }
  ? Json<Content<Body>>
  : never;

/** The JSON that an operation answers with. */
export type AnswerOf<Id extends OperationId> = Json<Content<Responses<Id>[keyof Responses<Id>]>>;

/** Operations whose answer is a file. */
export type FileOperationId =
  | 'signatureDocumentsOriginal'
  | 'signatureDocumentsSigned'
  | 'requestDocumentsOriginal'
  | 'requestDocumentsSigned'
  | 'requestDocumentsArchive'
  | 'signatureCertificatesCertificate'
  | 'signatureAttachmentsDownload'
  | 'templateVersionsDocument'
  | 'templateArchivesExport'
  | 'bulkRowsErrors'
  | 'bulkRowsResults'
  | 'rowsFileExample';

type Values = Readonly<Record<string, string | number | undefined>>;

/** A path with its values and query. */
export function pathWith(path: string, values: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
