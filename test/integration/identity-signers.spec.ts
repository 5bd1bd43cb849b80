import { SignerVerifications } from '../../src/identity-verifications/signer-verifications.js';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { renderPassport } from '../support/passport-renderer.js';
import { TestVerification } from '../support/verifications.js';

const EMAIL = 'anna@example.com';

describe('verifications of signers', () => {
  let app: TestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp();
    acme = await app.createOrganization();
  });
  afterAll(() => app?.close());

  /** A signature request, sent to one signer. */
  async function sentRequest(): Promise<{ signatureId: number; signerId: number }> {
    const { body: made } = await acme.api.post('/api/v1/signatures', {
      type: 'fast',
      originalDocumentName: 'Lease',
      originalDocumentType: 'application/pdf',
      originalDocumentExtension: 'pdf',
    });
    const send = { signers: [{ email: EMAIL }], requireVerification: true };
    const { body: sent } = await acme.api.post(`/api/v1/signatures/${made.id}/send`, send);
    return { signatureId: made.id, signerId: sent.signers[0].id };
  }

  test('lists a signer’s verification like any other, with a return address that nobody else sees', async () => {
    const verifications = app.app.get(SignerVerifications);
    const { organizationId } = acme;
    const { signatureId, signerId } = await sentRequest();
    const signingToken = 'a'.repeat(64);
    const redirectUrl = `${app.settings.publicUrl}/sign/${signingToken}/identity`;
    const signer = {
      organizationId,
      signatureId,
      signerId,
      email: EMAIL,
      name: null,
      locale: null,
      redirectUrl,
    };
    const begun = await app.app.get(Transactions).run((tx) => verifications.start(tx, signer));
    const latest = () => verifications.latest(app.dataSource.manager, organizationId, signerId);
    expect(await latest()).toEqual({
      id: begun.id,
      status: 'pending',
      reportResult: null,
      verifiedName: null,
      sessionUrl: begun.sessionUrl,
    });

    const session = new TestVerification(app, acme, begun.id, begun.sessionUrl);
    const resource = await session.read();
    expect(resource).toMatchObject({
      verificationMethod: 'combined',
      documentType: null,
      metadata: { signatureId, signerId },
      redirectUrl: null,
    });
    const rows = await app.dataSource.query<object[]>('select * from identity_verifications');
    expect(JSON.stringify([resource, rows])).not.toContain(signingToken);

    await session.person.agree();
    await session.person.post('/document-type', { documentType: 'passport' });
    await session.person.upload('front', await renderPassport());
    await session.person.afterChecking();
    const result = await session.person.askHuman();
    expect(result.html).toContain(`/sign/${signingToken}/identity?sessionId`);
    expect(await latest()).toMatchObject({
      status: 'failed',
      reportResult: 'manual_review',
      verifiedName: null,
    });

    await app.app.get(ReviewsService).decide({ verificationId: begun.id, approve: true, reason: 'seen' });
    expect(await latest()).toMatchObject({
      status: 'completed',
      reportResult: 'approved',
      verifiedName: 'ANNA MARIA ERIKSSON',
      sessionUrl: null,
    });
    expect(await verifications.latest(app.dataSource.manager, organizationId + 1, signerId)).toBeNull();
  });
});
