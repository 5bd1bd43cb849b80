import { VerificationAuditEvent } from '../../src/identity-verifications/verification-audit-event.entity.js';
import { VerificationImage } from '../../src/identity-verifications/verification-image.entity.js';
import { type ApiResponse } from './api-client.js';
import { type SharedTestApp, type TestOrganization } from './app.js';
import { Person, type SeenPage } from './person.js';
import { until } from './until.js';

export const VERIFICATIONS = '/api/v1/identity-verifications';

/** The full form for the person of the specimen passport. */
export const FULL_FORM = {
  email: 'anna@example.com',
  firstName: 'Anna Maria',
  lastName: 'Eriksson',
  documentType: 'passport',
  verificationMethod: 'document',
  redirectUrl: 'https://shop.test/back?cart=7',
};
export const SHORT_FORM = {
  name: 'Anna Maria Eriksson',
  email: 'anna@example.com',
  callbackUrl: 'https://shop.test/callback',
};
/** `extractedData` if nothing was read. */
export const NOTHING_READ = {
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  documentNumber: null,
  expiryDate: null,
  nationality: null,
  issuingCountry: null,
};

/** One verification from both sides: the caller's API and the person's pages. */
export class TestVerification {
  readonly person: Person;

  constructor(
    private readonly app: SharedTestApp,
    private readonly owner: TestOrganization,
    readonly id: number,
    sessionUrl: string,
  ) {
    this.person = new Person(sessionUrl, () =>
      app.dataSource.manager.existsBy(VerificationImage, { verificationId: id, analysis: 'waiting' }),
    );
  }

  // Tests read fields of responses whose shape is exactly what they check.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  read = async (): Promise<any> => (await this.owner.api.get(`${VERIFICATIONS}/${this.id}`)).body;
  report = (): Promise<ApiResponse> => this.owner.api.get(`${VERIFICATIONS}/${this.id}/document-report`);

  /** Its event types, without their common prefix. */
  async events(): Promise<string[]> {
    const { events } = (await this.read()) as { events: { type: string }[] };
    return events.map(({ type }) => type.replace('identity_verification.', ''));
  }

  async audit(): Promise<string[]> {
    const where = { verificationId: this.id };
    const trail = await this.app.dataSource.manager.find(VerificationAuditEvent, {
      where,
      order: { id: 'ASC' },
    });
    return trail.map(({ type }) => type);
  }

  /** Agrees, uploads one photo and waits for its check. @returns the page that follows */
  async sendPhoto(photo: Buffer): Promise<SeenPage> {
    await this.person.agree();
    await this.person.upload('front', photo);
    return this.person.afterChecking();
  }

  async untilStatus(status: string): Promise<void> {
    await until(`it is ${status}`, async () => ((await this.read()) as { status: string }).status === status);
  }

  /** Waits until no job of these kinds (a LIKE pattern) is left for it. */
  async untilDone(kinds: string): Promise<void> {
    const sql = "select 1 from jobs where kind like $1 and payload->>'verificationId' = $2::text";
    await until(`its ${kinds} are done`, async () => {
      const left = await this.app.dataSource.query<unknown[]>(sql, [kinds, this.id]);
      return left.length === 0;
    });
  }
}

/** Begins a verification from the full form, with these changes. */
export async function beginVerification(
  app: SharedTestApp,
  owner: TestOrganization,
  changes: object = {},
): Promise<TestVerification> {
  const { body } = await owner.api.post(VERIFICATIONS, { ...FULL_FORM, ...changes });
  return new TestVerification(app, owner, body.id, body.sessionUrl);
}

export async function beginShortVerification(
  app: SharedTestApp,
  owner: TestOrganization,
  changes: object = {},
): Promise<TestVerification> {
  const { body } = await owner.api.post(VERIFICATIONS, { ...SHORT_FORM, ...changes });
  return new TestVerification(app, owner, body.id, `${app.settings.publicUrl}/verify/${body.token}`);
}
