import { expectEqual } from '../../../scripts/journeys.js';
import { type Random } from '../../../scripts/mrz/random.js';
import { unzip } from '../../../src/common/zip-archive.js';
import { BULK_SENDS } from '../../support/bulk-sends.js';
import { PROOFS } from '../../support/given-files.js';
import { randomForm } from '../../support/random-forms.js';
import { LEASE } from '../../support/request-forms.js';
import { LEASE_TEMPLATE, RENT_TEMPLATE, TEMPLATES } from '../../support/templates.js';
import { zip } from '../../support/word-samples.js';
import { formWith } from '../form-with.js';
import { type Installation } from '../installation.js';
import { type OpenApi, type Operation } from '../openapi.js';
import { SIGNATURES } from '../paths.js';
import { type World, WorldBuilder } from '../world.js';
import { FORM_TO_IMPORT, importable, MADE_OF_MANY, type Make } from './made-subjects.js';
import { type Draft } from './mutations.js';
import { type ValidValues } from './valid-values.js';

/** What a path names, by its parameters; of a copied template, its revision as well. */
export type Subject = Record<string, string | number>;

/** For what a body is made. */
interface Occasion {
  world: World;
  subject: Subject;
  random: Random;
  values: ValidValues;
}

type Body = Pick<Draft, 'json' | 'wrap'> & { headers?: Record<string, string> };

const REQUEST = `${SIGNATURES}/{signatureId}`;
const TEMPLATE = `${TEMPLATES}/{templateId}`;
const PUT_FORM = `PUT ${REQUEST}/form`;
const IMPORT_FORM = `POST ${REQUEST}/form/import`;

/** Operations that would take the document or the fields of a world's draft away from others. */
export const SETS_FORM: readonly string[] = [PUT_FORM, IMPORT_FORM];

/** Whether it changes or ends the template that it names. */
export const changesTemplate = ({ method, path }: Operation): boolean =>
  path.startsWith(TEMPLATE) &&
  (['PATCH', 'PUT', 'DELETE'].includes(method) || path.endsWith('/publish') || path.endsWith('/import'));

const LIMITS = { maxFiles: 100, maxBytes: 10_000_000 };
const DEFINITION_FILE = 'template.json';
/** What sending a template takes that depends on it. */
const OF_LEASE = ['roles', 'values', 'readOnly'];
/** Values of the sender for the lease. */
const LEASE_VALUES: readonly Record<string, unknown>[] = [
  {},
  { rent: '950' },
  { rent: '1200.50', married: true },
  { heating: 'pump' },
  { rent: null },
];

async function copyOf({ tenant, templates }: World): Promise<Subject> {
  const copy = await tenant.api.post(`${TEMPLATES}/${templates.published}/duplicate`, {});
  expectEqual('duplicating a template', copy.status, 201);
  const { id, revision } = copy.body as { id: number; revision: number };
  return { templateId: id, revision };
}

async function draftOf({ tenant, templates }: World, site: Installation): Promise<Subject> {
  const { status, body } = await tenant.api.post(`${TEMPLATES}/${templates.published}/drafts`, {
    roles: peopleOfLease(site),
  });
  expectEqual('making a draft of a template', status, 201);
  return { signatureId: body.id as number };
}

/** Subjects that are made for a request to the operation, because it changes or ends them. */
const MADE: Record<string, Make> = {
  ...MADE_OF_MANY,
  [PUT_FORM]: draftOf,
  [`PUT ${REQUEST}/form/values`]: draftOf,
  [`DELETE ${REQUEST}/form`]: draftOf,
  [IMPORT_FORM]: async ({ tenant }, site) => ({
    signatureId: await new WorldBuilder(site, tenant).draft('fast'),
  }),
  [`PATCH ${TEMPLATE}`]: copyOf,
  [`DELETE ${TEMPLATE}`]: copyOf,
  [`PUT ${TEMPLATE}/definition`]: copyOf,
  [`PUT ${TEMPLATE}/documents/{n}`]: async (world, _, random) => ({
    ...(await copyOf(world)),
    n: 1 + random.below(2),
  }),
  [`DELETE ${TEMPLATE}/documents/{n}`]: async (world) => ({ ...(await copyOf(world)), n: 1 }),
  [`POST ${TEMPLATE}/documents/{n}/form/import`]: importable,
  [`POST ${TEMPLATE}/publish`]: copyOf,
};

/** The world's own subjects on which an operation succeeds. */
function known({ requests, templates, fileId }: World, { name, path }: Operation, random: Random) {
  if (path.startsWith(TEMPLATE))
    return { templateId: templates.published, version: 1, other: 1, n: 1 } as Subject;
  switch (name) {
    case `GET ${REQUEST}/form`:
      return { signatureId: random.pick([requests.from_template, requests.with_file]).id };
    case `GET ${REQUEST}/form-data`:
    case `GET ${REQUEST}/attachments`:
    case `GET ${REQUEST}/attachments/{fileId}`:
      return { signatureId: requests.with_file.id, fileId };
    case `GET ${REQUEST}/template`:
      return { signatureId: requests.from_template.id };
    case `POST ${REQUEST}/template`:
      return {
        signatureId: random.pick([requests.ready, requests.from_template, requests.with_file]).id,
      };
    default:
      return undefined;
  }
}

const peopleOfLease = (site: Installation) => ({
  tenant: site.invent('Tenant'),
  landlord: site.invent('Landlord'),
});

/** Requests to the operations of forms and templates, whose bodies no schema describes in full. */
export class FormRequests {
  /** The files of each world's exported template. */
  private readonly archives = new Map<World, Map<string, Buffer>>();

  constructor(
    private readonly api: OpenApi,
    private readonly site: Installation,
  ) {}

  /** Whether `subject` calls the service. */
  makesSubject = ({ name }: Operation): boolean => name in MADE;

  /** @returns what the operation succeeds on; undefined if it is none of forms and templates */
  async subject(operation: Operation, world: World, random: Random): Promise<Subject | undefined> {
    return (await MADE[operation.name]?.(world, this.site, random)) ?? known(world, operation, random);
  }

  /** @returns a body that the operation accepts; undefined if its schema describes one */
  async body({ name }: Operation, occasion: Occasion): Promise<Body | undefined> {
    switch (name) {
      case PUT_FORM:
        return { json: this.form(occasion) };
      case `PUT ${REQUEST}/form/values`:
        return { json: { values: occasion.random.pick(LEASE_VALUES) } };
      case IMPORT_FORM:
        return this.formImport();
      case `PUT ${TEMPLATE}/definition`:
        return { json: this.definition(occasion) };
      case `POST ${TEMPLATE}/documents/{n}/form/import`:
        return { json: { revision: occasion.subject.revision ?? 1 } };
      case `POST ${TEMPLATE}/send`:
      case `POST ${TEMPLATE}/drafts`:
        return { json: this.sending(occasion) };
      case `PUT ${BULK_SENDS}/{bulkSendId}/rows`:
        return { json: this.row(), headers: { 'content-type': 'application/x-ndjson' } };
      case `POST ${BULK_SENDS}/{bulkSendId}/start`:
        return { json: { confirmRepeated: true } };
      case `POST ${REQUEST}/recipients`:
        return { json: { ...this.site.invent('Copy'), action: 'copy', when: 'sent' } };
      case `POST ${TEMPLATES}/import`:
        return this.archive(occasion);
      default:
        return undefined;
    }
  }

  /** A row of a bulk send of the lease. */
  private row(): object {
    const { tenant, landlord } = peopleOfLease(this.site);
    return { 'tenant.email': tenant.email, 'landlord.email': landlord.email };
  }

  private form({ random }: Occasion): object {
    const { tenant, landlord } = peopleOfLease(this.site);
    const signers = { tenant: tenant.email, landlord: landlord.email };
    return { ...structuredClone(random.pick<object>([LEASE, PROOFS])), signers };
  }

  private formImport(): Body {
    const { email } = this.site.invent('Tenant');
    return {
      json: { roles: [{ key: 'tenant', order: 1 }], signers: { tenant: email }, role: 'tenant' },
      ...multipart((form) => formWith(FORM_TO_IMPORT, { type: 'application/pdf', texts: { form } })),
    };
  }

  private definition({ subject, random, values }: Occasion): object {
    const { roles, fields } = randomForm(random).definition;
    const invented = {
      roles: roles.map((role) => ({ ...role, name: role.key, action: random.pick(['sign', 'view']) })),
      fields,
    };
    const proofs = { roles: LEASE_TEMPLATE.roles, fields: PROOFS.fields };
    const content = random.pick<object>([LEASE_TEMPLATE, RENT_TEMPLATE, proofs, invented]);
    const options = values.of({ $ref: '#/components/schemas/TemplateOptions' });
    return { ...structuredClone(content), options, revision: subject.revision ?? 1 };
  }

  private sending({ random, values }: Occasion): object {
    const { properties = {}, ...schema } = this.api.resolve({ $ref: '#/components/schemas/SendTemplate' });
    const others = Object.entries(properties).filter(([name]) => !OF_LEASE.includes(name));
    return {
      ...(values.of({ ...schema, properties: Object.fromEntries(others) }) as object),
      roles: peopleOfLease(this.site),
      values: random.pick(LEASE_VALUES),
      ...(random.chance(0.2) && { readOnly: ['address'] }),
    };
  }

  private async archive({ world, random }: Occasion): Promise<Body> {
    const known = this.archives.get(world);
    const files = known ?? (await this.exported(world));
    this.archives.set(world, files);
    const packed = (text: string) => zip({ ...Object.fromEntries(files), [DEFINITION_FILE]: text });
    const json = JSON.parse(files.get(DEFINITION_FILE)!.toString()) as object;
    if (random.chance(0.5))
      return { json, ...multipart((text) => formWith(packed(text), { type: 'application/zip' })) };
    return { json, wrap: packed, headers: { 'content-type': 'application/zip' } };
  }

  private async exported({ tenant, templates }: World): Promise<Map<string, Buffer>> {
    const { status, body } = await tenant.api.get(`${TEMPLATES}/${templates.published}/export`);
    expectEqual('exporting a template', status, 200);
    return unzip(body as Buffer, LIMITS);
  }
}

/** A body whose JSON is in a form with a file. */
function multipart(
  form: (json: string) => ReturnType<typeof formWith>,
): Required<Pick<Body, 'wrap' | 'headers'>> {
  return { wrap: (json) => form(json).body, headers: form('').headers };
}
