import { Page } from '../../platform/pages/page.js';
import {
  type ApiDocument,
  type Content,
  type Operation,
  placesIn,
  type Response,
} from '../domain/api-document.js';
import { codeSamples } from '../domain/code-samples.js';
import { kindOf, limitsOf, type SchemaRow, schemaRows } from '../domain/schema-rows.js';

const JSON_TYPE = 'application/json';

/** A stretch of prose, or of code if in backticks in the document. */
interface Stretch {
  isCode: boolean;
  chars: string;
}

/** The page of the whole interface. @param publicUrl - of the service, for code samples */
export function referencePage(document: ApiDocument, publicUrl: string): Page {
  const places = placesIn(document);
  const groups = document.tags.map(({ name: tag, description }) => ({
    tag,
    about: stretches(description),
    operations: places
      .filter(({ operation }) => operation.tags.includes(tag))
      .map(({ method, path, operation }) => ({
        ...described(document, operation),
        verb: method.toUpperCase(),
        path,
        samples: codeSamples({ method, path, operation }, publicUrl),
        steps: path.split(/(?=\/)/),
        trial: trialOf(document, operation),
      })),
    webhooks: Object.entries(document.webhooks)
      .filter(() => tag === 'webhooks')
      .map(([event, { post }]) => ({ ...described(document, post), event })),
  }));
  return new Page('reference/reference', { introduction: paragraphs(document.info.description), groups });
}

function described(document: ApiDocument, operation: Operation) {
  const { operationId, summary, description = '', parameters, requestBody, responses } = operation;
  const body = requestBody?.content[JSON_TYPE];
  return {
    operationId,
    does: stretches(summary),
    more: stretches(description),
    parameters: parameters.map(({ name: member, in: place, required, description = '', schema }) => ({
      ...toRow({
        member,
        kind: kindOf(document, schema),
        isRequired: required ?? false,
        description,
        limits: limitsOf(schema),
      }),
      place,
    })),
    bodies: (body ? (body.schema.oneOf ?? [body.schema]) : []).map((form) =>
      schemaRows(document, form).map(toRow),
    ),
    examples: body ? examplesOf(body) : [],
    answers: Object.entries(responses).map(([status, response]) => answerOf(document, status, response)),
  };
}

const toRow = ({ description, limits, ...row }: SchemaRow) => ({
  ...row,
  about: stretches(description),
  limits: stretches(limits),
});

/** A success with its example, or an error with its codes. */
function answerOf(document: ApiDocument, status: string, { $ref, ...own }: Response) {
  const response = $ref === undefined ? own : document.components.responses[$ref.split('/').at(-1)!]!;
  const content = response.content?.[JSON_TYPE];
  const isError = Number(status) >= 400;
  return {
    status,
    isError,
    meanings: isError && content ? examplesOf(content).map(meaningOf) : [],
    examples: !isError && content ? examplesOf(content) : [],
    files: Object.keys(response.content ?? {}).filter((type) => type !== JSON_TYPE),
    about: stretches(response.description ?? ''),
  };
}

const meaningOf = ({ json }: { json: string }) => {
  const { code, message } = JSON.parse(json) as { code?: string; message: string };
  return { code, words: message };
};

function examplesOf({ example, examples }: Content) {
  const all = examples ? Object.values(examples) : [{ value: example }];
  return all.map(({ summary, value }) => ({ summary, json: JSON.stringify(value, null, 2) }));
}

/** The inputs for trying out a request. */
function trialOf(document: ApiDocument, { parameters, requestBody }: Operation) {
  const [example] = requestBody?.content[JSON_TYPE] ? examplesOf(requestBody.content[JSON_TYPE]) : [];
  return {
    inputs: parameters.map(({ name: member, in: place, required, schema }) => ({
      member,
      place,
      isNeeded: required ?? false,
      choices: schema.enum ?? [],
      usual: schema.default,
    })),
    json: example?.json,
    takesFile: requestBody !== undefined && example === undefined,
  };
}

const paragraphs = (prose: string) => prose.split('\n\n').map((each) => stretches(each.replaceAll('**', '')));

const stretches = (prose: string): Stretch[] =>
  prose
    .split('`')
    .map((chars, index) => ({ isCode: index % 2 === 1, chars }))
    .filter(({ chars }) => chars !== '');
