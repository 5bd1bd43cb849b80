// Part of `npm run check` and `npm run openapi`: sdk/typescript/src/openapi.ts has the types and routes of docs/openapi.json.
//   --write  writes the file instead of comparing it
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { ROOT } from './prepare.mjs';

const FILE = 'sdk/typescript/src/openapi.ts';
/** The generator's sections to keep; the others repeat these by path or are empty. */
const WANTED = ['components', 'operations'];
const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const isOk = (status) => /^2/.test(status);

const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ path, method, ...item[method] })),
);
const errorCodes = [...new Set(codesIn(document))].sort();
const types = await openapiTS(withoutErrors(), { defaultNonNullable: false });
const written = [
  '// Written by `npm run openapi` from docs/openapi.json. Do not edit.\n\n',
  astToString(types.filter(({ name }) => WANTED.includes(name.text))),
  '\n/** The method and path of each operation. */\n',
  `export const ROUTES = {\n${operations.map(routeOf).join('')}} as const;\n`,
  '\n/** What errors of the service can have as their `code`. */\n',
  `export type ErrorCode =\n${errorCodes.map((code) => `  | '${code}'`).join('\n')};\n`,
].join('');

if (process.argv.includes('--write')) writeFileSync(join(ROOT, FILE), written);
else if (readFileSync(join(ROOT, FILE), 'utf8') !== written) {
  console.error(`${FILE} is stale: run npm run openapi`);
  process.exitCode = 1;
}

function routeOf({ operationId, method, path }) {
  return `  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}' },\n`;
}

/**
 * The document reduced to what callers of the client see: operations by id, and the schemas. The client has classes
 * for errors and handles headers itself, and examples would only make the types longer.
 */
function withoutErrors() {
  const { openapi, info, components } = document;
  const paths = {};
  for (const { path, method, ...operation } of operations)
    (paths[path] ??= {})[method] = { ...operation, responses: successesOf(operation) };
  return { openapi, info, paths, components: { schemas: components.schemas } };
}

function successesOf({ responses }) {
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => isOk(status))
      .map(([status, { description, content = {} }]) => {
        const schemas = Object.entries(content).map(([type, { schema }]) => [type, { schema }]);
        return [status, { description, content: Object.fromEntries(schemas) }];
      }),
  );
}

/** The values of each `code` with an `enum`, anywhere in the document. */
function codesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  const own = value.properties?.code?.enum ?? [];
  return [...own, ...Object.values(value).flatMap(codesIn)];
}
