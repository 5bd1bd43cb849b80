import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Pool, type QueryResultRow } from 'pg';
import { type ApiKeyRow, FIND_API_KEY } from '../../src/organizations/api-key.queries.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { type Statement } from '../../src/platform/database/statements.js';
import { CREATE_DRAFT, GET_STATUS, type NewDraft } from '../../src/signatures/internal/signature.queries.js';
import {
  listStatements,
  type SignatureSummaryRow,
} from '../../src/signatures/lists/signature-list.queries.js';
import { serveBenchmark } from './serving.js';

// The bare peer: node:http and pg alone, running Countersign's own statements, key look-up included, and returning
// the same JSON. It has no validation, limits or error handling.

const [databaseUrl] = process.argv.slice(2) as [string];
const pool = new Pool({ connectionString: databaseUrl, ...dataSourceOptions(databaseUrl).extra });

async function query<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ ...statement, values })).rows;
}

/** About the number of bytes that the service records for a call. */
const CALL_FACTS = '{"apiKeyId":1,"ip":"127.0.0.1","userAgent":"bench"}';

async function createDraft({ organizationId, createdByUserId }: ApiKeyRow, body: string): Promise<unknown> {
  const draft = JSON.parse(body) as NewDraft;
  const [row] = await query(CREATE_DRAFT, [
    organizationId,
    createdByUserId,
    draft.type,
    draft.originalDocumentName,
    draft.originalDocumentType,
    draft.originalDocumentExtension,
    CALL_FACTS,
  ]);
  return row;
}

async function list({ organizationId }: ApiKeyRow): Promise<unknown> {
  const statements = listStatements({
    organizationId,
    skip: 0,
    limit: 20,
    sortBy: 'createdAt',
    sortOrder: 'desc',
  });
  const [rows, counted] = await Promise.all([
    query<SignatureSummaryRow>(statements.page, statements.page.values),
    query(statements.total, statements.total.values),
  ]);
  const data = rows.map(({ id, subject, status, type }) => ({ id, subject, status, type }));
  return { items: rows, data, total: counted[0]!.total as number, skip: 0, limit: 20 };
}

async function answer(request: IncomingMessage, body: string): Promise<{ status: number; value: unknown }> {
  const [key] = await query<ApiKeyRow>(FIND_API_KEY, [sha256(String(request.headers['x-api-key']))]);
  if (request.method === 'POST') return { status: 201, value: await createDraft(key!, body) };
  const id = /\/(\d+)\/status$/.exec(request.url!)?.[1];
  if (id === undefined) return { status: 200, value: await list(key!) };
  return { status: 200, value: (await query(GET_STATUS, [Number(id), key!.organizationId]))[0] };
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void answer(request, Buffer.concat(chunks).toString()).then(({ status, value }) => {
      const json = JSON.stringify(value);
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    });
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () =>
  serveBenchmark((server.address() as AddressInfo).port),
);
