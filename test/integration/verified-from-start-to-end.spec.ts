import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReviewsService } from '../../src/manual-review/reviews.service.js';
import { PROJECT_ROOT } from '../../src/platform/config/paths.js';
import { WebhookEndpointsService } from '../../src/webhooks/webhook-endpoints.service.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { signedIn } from '../support/dashboard-member.js';
import { inDepth } from '../support/in-depth.js';
import { type Inbox, type ReceivedRequest, Receiver } from '../support/receiver.js';
import { beginShortVerification, beginVerification } from '../support/verifications.js';

/** The picture that the quick start uploads. */
const SPECIMEN = join(PROJECT_ROOT, 'docs/specimen/passport.jpg');

describe('a verification from start to end, with real webhooks', () => {
  let receiver: Receiver;
  let inbox: Inbox;
  let test: TestApp;
  let acme: TestOrganization;
  let specimen: Buffer;

  beforeAll(async () => {
    specimen = await readFile(SPECIMEN);
    receiver = await Receiver.start();
    const webhooks = { webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'], webhookCaFile: receiver.caFile };
    test = await startTestApp(webhooks, { analyses: 'fresh' });
  });
  afterAll(async () => {
    await test.close();
    await receiver.stop();
  });
  beforeEach(async () => {
    inbox = receiver.newInbox();
    acme = await test.createOrganization();
    await signedIn(test, acme, 'reviewer');
    const { organizationId } = acme;
    await test.app.get(WebhookEndpointsService).setUrl({ organizationId, url: inbox.url });
  });

  /** The only delivery so far, with a valid signature. */
  async function onlyDelivery(): Promise<{
    request: ReceivedRequest;
    event: string;
    data: Record<string, unknown>;
  }> {
    const [request, ...more] = await inbox.waitFor(1);
    expect(more).toEqual([]);
    const expected = createHmac('sha256', acme.webhookSecret).update(request!.body).digest('hex');
    expect(request!.headers['x-service-signature']).toBe(expected);
    return { request: request!, ...JSON.parse(request!.body.toString()) };
  }

  it('approves the quick start’s specimen and delivers the event', async () => {
    const session = await beginVerification(test, acme);
    expect((await session.sendPhoto(specimen)).heading).toBe('Your identity is confirmed');
    const { event, data } = await onlyDelivery();
    expect(event).toBe('identity_verification.completed');
    const { sessionUrl, ...shown } = await session.read();
    expect(sessionUrl).toBeNull();
    expect(data).toEqual(shown);
    expect((await session.report()).body).toMatchObject({
      result: 'approved',
      extractedData: {
        lastName: 'ERIKSSON',
        firstName: 'ANNA MARIA',
        issuingCountry: 'UTO',
        nationality: null,
      },
    });
  });

  inDepth('delivers one event for a review, after the decision', async () => {
    const session = await beginShortVerification(test, acme);
    await session.person.agree();
    await session.person.post('/document-type', { documentType: 'passport' });
    await session.person.upload('front', specimen);
    expect((await session.person.afterChecking()).heading).toBe('Now look into the camera');
    expect((await session.person.askHuman()).heading).toBe('A person will review this');
    expect((await session.person.look()).html).not.toContain('http-equiv="refresh"');
    expect((await session.read()).status).toBe('failed');
    expect(inbox.requests).toEqual([]);
    const decision = { verificationId: session.id, approve: true, reason: 'Seen in a video call' };
    await test.app.get(ReviewsService).decide(decision);
    const { event, data } = await onlyDelivery();
    expect(event).toBe('identity_verification.completed');
    expect(data).toMatchObject({ id: session.id, status: 'completed' });
    expect((await session.report()).body.result).toBe('approved');
    expect((await session.person.look()).html).toContain('http-equiv="refresh"');
    expect((await session.person.look('?stay')).html).not.toContain('http-equiv="refresh"');
  });
});
