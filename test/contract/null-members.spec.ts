import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { callsOfBulkSends } from '../support/bulk-calls.js';
import { DocumentedApi } from '../support/documented-api.js';
import { callsOfForms } from '../support/form-calls.js';
import { type Call } from '../support/idempotent-calls.js';
import { textPdf } from '../support/pdf-samples.js';
import { callsOfRecipients } from '../support/recipient-calls.js';
import { createDraft, DRAFT, SIGNATURES } from '../support/samples.js';
import { FULL_FORM, VERIFICATIONS } from '../support/verifications.js';

/** As far as it is read here. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
}

const { operations, document } = new DocumentedApi();

const resolved = (schema: Schema): Schema =>
  schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;

/** Members of an operation's JSON body that may be left out, and of which the document does not say that null is a value. */
function optionalMembers(operation: string): string[] {
  const found = operations.find(({ method, path }) => `${method.toLowerCase()} ${path}` === operation)!;
  const { required = [], properties = {} } = resolved(
    found.requestBody?.content['application/json']?.schema ?? {},
  );
  return Object.keys(properties).filter(
    (name) => !required.includes(name) && !resolved(properties[name]!).type?.includes('null'),
  );
}

describe('members that are null', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;
  let pdf: Buffer;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization();
    pdf = await textPdf();
  });

  const calls: Record<string, () => Promise<Call>> = {
    'post /api/v1/signatures': async () => ({ method: 'POST', path: SIGNATURES, body: DRAFT }),
    'post /api/v1/signatures/{signatureId}/send': async () => ({
      method: 'POST',
      path: `${SIGNATURES}/${await createDraft(acme.api, { type: 'fast' })}/send`,
      body: { signers: [{ email: 'ann@example.test' }] },
    }),
    'post /api/v1/identity-verifications': async () => ({
      method: 'POST',
      path: VERIFICATIONS,
      body: FULL_FORM,
    }),
    ...callsOfBulkSends(() => acme),
    ...callsOfRecipients(() => acme),
    ...callsOfForms(
      () => acme,
      () => pdf,
    ),
  };
  const cases = Object.keys(calls).flatMap((operation) =>
    optionalMembers(operation).map((member) => [operation, member] as const),
  );

  it.each(cases)('%s: %s', async (operation, member) => {
    const { method, path, body } = await calls[operation]!();
    const { status } = await acme.api.request(method, path, { body: { ...body, [member]: null } });
    expect([200, 201]).toContain(status);
  });
});
