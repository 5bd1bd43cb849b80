import { connect } from 'node:net';
import { DOWNLOAD_LIMITS, Downloads } from '../../src/platform/storage/downloads.js';
import { startTestApp, type TestApp, type TestOrganization } from '../support/app.js';
import { Gate } from '../support/gate.js';
import { inDepth } from '../support/in-depth.js';
import { assemblePdf, ONE_PAGE, PAGE_TREE, streamBody } from '../support/pdf-samples.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { sendPdf, visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';

/** More than the buffers of a connection hold. */
const LARGE = assemblePdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  PAGE_TREE,
  ONE_PAGE,
  streamBody(Buffer.alloc(20 * 1024 * 1024, 'x')),
]);

describe('downloads', () => {
  let test: TestApp;
  let acme: TestOrganization;
  let other: TestOrganization;

  beforeAll(async () => {
    test = await startTestApp();
    acme = await test.createOrganization();
    other = await test.createOrganization();
  });
  afterEach(() => until('no download is left', () => load().works === 0));
  afterAll(() => test.close());

  const admission = () => test.app.get(Downloads).admission;
  const load = () => admission().load;

  async function upload({ api }: TestOrganization, pdf: Buffer): Promise<string> {
    const path = `${SIGNATURES}/${await createDraft(api)}/document`;
    const { status } = await api.put(path, pdf, { headers: { 'content-type': 'application/pdf' } });
    expect(status).toBe(200);
    return path;
  }

  it('admits downloads by their bytes, for each organization and overall', async () => {
    const small = assemblePdf(['<< /Type /Catalog /Pages 2 0 R >>', PAGE_TREE, ONE_PAGE]);
    const [own, others] = [await upload(acme, small), await upload(other, small)];
    const sent = await sendPdf(acme, 'fast', [{ email: 'ann@example.test' }], small);
    const { signers } = (await acme.api.get(sent.path)).body as { signers: [{ id: number }] };
    const signer = await visitorOf(test, acme.organizationId, signers[0].id);
    const gate = new Gate();
    const held = admission().run(
      String(acme.organizationId),
      () => gate.pass(),
      undefined,
      DOWNLOAD_LIMITS.bytesPerKey,
    );
    const refusal = await acme.api.get(own);
    expect({ status: refusal.status, retry: refusal.headers.get('retry-after') }).toEqual({
      status: 429,
      retry: '60',
    });
    expect((await signer.get('file')).status).toBe(429);
    expect((await other.api.get(others)).status).toBe(200);
    gate.open();
    await held;
    expect((await acme.api.get(own)).status).toBe(200);
    expect((await signer.get('file')).status).toBe(200);
  });

  inDepth('counts the bytes of a download until the client has read them or disconnected', async () => {
    const path = await upload(acme, LARGE);
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${acme.apiKey}\r\n\r\n`);
    socket.pause();
    await until('the download has begun', () => load().works === 1);
    expect(load()).toEqual({ works: 1, bytes: LARGE.length });
    socket.destroy();
    await until('it is given up', () => load().works === 0);
    expect(LARGE.equals((await acme.api.get(path)).body)).toBe(true);
  });
});
