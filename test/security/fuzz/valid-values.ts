import { type Random } from '../../../scripts/mrz/random.js';
import { type Installation } from '../installation.js';
import { type OpenApi, type Schema } from '../openapi.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const WORDS = ['Lease', 'Offer', 'Miete für 3 Zimmer', 'Δήλωση', '合同', 'Договор', 'a'];
/** How often an optional member is given. */
const OPTIONAL = 0.4;

type Source = (random: Random, site: Installation) => unknown;

const inDays = (random: Random, from: number, to: number) =>
  new Date(Date.now() + random.between(from, to) * DAY_MS).toISOString();
const day = (random: Random) => inDays(random, -30, 30).slice(0, 10);
const words: Source = (random) => random.pick(WORDS);

/** What the schema does not state: the format of a member with this name. */
const SOURCES: Record<string, Source> = {
  email: (_, site) => site.invent('Fuzz').email,
  signerEmail: (_, site) => site.invent('Fuzz').email,
  name: (_, site) => site.invent('Fuzz').name,
  firstName: (_, site) => site.invent('Fuzz').name,
  lastName: (_, site) => site.invent('Fuzz').name,
  senderName: (_, site) => site.invent('Fuzz').name,
  ccOnComplete: (_, site) => [site.invent('Fuzz').email],
  subject: words,
  messageContent: words,
  originalDocumentName: words,
  label: words,
  description: words,
  note: words,
  q: words,
  fileName: words,
  originalDocumentType: (random) => random.pick(['application/pdf', 'image/png', 'text/plain']),
  originalDocumentExtension: (random) => random.pick(['pdf', 'png', 'x-y_z']),
  expiresDate: (random) => inDays(random, 20, 300),
  scheduledDate: (random) => inDays(random, 2, 19),
  date: day,
  dateFrom: day,
  dateTo: day,
  callbackUrl: () => 'https://shop.people.test/back?cart=7',
  // Only copies can be added to a request that was sent.
  action: (random) => random.pick(['copy', 'copy', 'approve', 'view']),
  when: () => 'sent',
  redirectUrl: (random) => random.pick(['https://shop.people.test/back', 'myapp:done', null]),
  metadata: (random) =>
    random.pick<object>([{}, { order: 5, tags: ['a', { b: null }] }, { constructor: 'a' }]),
  recipients: () => 'a@people.test,b@people.test',
  event: () => 'signature.created',
  // The beginning of the feed, as a cursor.
  after: () => Buffer.from('1.3.0').toString('base64url'),
  // The times at which deliveries were recorded.
  from: (random) => inDays(random, -30, -1),
  until: (random) => inDays(random, 1, 30),
  endpointId: () => 1,
  types: (random) => random.pick(['signature.created', 'signature.completed,webhook.test']),
  wait: () => 0,
  locale: (random) => random.pick(['pl', 'pt-BR', 'zh-Hant-TW', null]),
  order: (random) => random.below(3),
  page: () => 1,
  x: (random) => random.pick<unknown>([20, '5%']),
  y: (random) => random.below(700),
  width: () => 40,
  height: () => 15,
  limit: (random) => 1 + random.below(100),
  skip: (random) => random.below(50),
  offset: (random) => random.below(50),
  categoryId: (random) => 1 + random.below(1_000),
  expiresInDays: (random) => 1 + random.below(3_650),
  // Keys of fields that the first template may not have.
  readOnly: () => [],
  // What columns of a file mean, as JSON.
  columns: () => '{}',
  // The first template and its first version are there.
  templateId: () => 1,
  version: () => 1,
  remindEvery: (random) => 1 + random.below(90),
  expiresInMinutes: (random) => random.pick([5, 90, 10_080, null]),
  // Only two of the types allow it.
  allowHandOver: () => false,
  // Verified signers are costly, and make no difference to these requests.
  requireVerification: () => false,
};

/** Values that an operation accepts. */
export class ValidValues {
  constructor(
    private readonly api: OpenApi,
    private readonly random: Random,
    private readonly site: Installation,
  ) {}

  of(reference: Schema, name = ''): unknown {
    const schema = this.api.resolve(reference);
    const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
    // A filter of the list has the name of those who do not sign.
    if (name === 'recipients' && schema.items) return [this.recipient()];
    if (source) return source(this.random, this.site);
    if (schema.oneOf) return this.of(this.random.pick(schema.oneOf));
    if (schema.enum) return this.random.pick(schema.enum);
    const [type] = [schema.type].flat();
    switch (type) {
      case 'object':
        return this.ofMembers(schema);
      case 'array':
        return Array.from({ length: 1 + this.random.below(3) }, () => this.of(schema.items ?? {}));
      case 'boolean':
        return this.random.chance(0.5);
      case undefined:
      default:
        throw new Error(`No values are known for ${name} (${JSON.stringify(schema)})`);
    }
  }

  private recipient(): object {
    const { random, site } = this;
    return { ...site.invent('Fuzz'), action: random.pick(['approve', 'view', 'copy']) };
  }

  private ofMembers({ properties = {}, required = [] }: Schema): Record<string, unknown> {
    const given = Object.entries(properties).filter(
      ([name]) => required.includes(name) || this.random.chance(OPTIONAL),
    );
    return Object.fromEntries(given.map(([name, schema]) => [name, this.of(schema, name)]));
  }
}
