import { canonicalJson } from '../../src/audit-chain/canonical-json.js';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { ANNA, JONAS, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';
import { Visitor } from '../support/visitor.js';

const STROKES = [[0.1, 0.5, 0.3, 0.1, 0.5, 0.9, 0.7, 0.2, 0.9, 0.6]];
const OTHER_STROKES = [[0.9, 0.5, 0.7, 0.1, 0.5, 0.9, 0.3, 0.2, 0.1, 0.6]];
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1' };

describe('a signature drawn on the phone of someone at a desk', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Meridian Notaries' });
  });

  const send = (type = 'in_person', people = [ANNA, JONAS]) => sendRequest(test, acme, type, people);
  const annaOf = ({ visitors }: SentRequest) => visitors[0]!;

  async function showCode(desk: SigningVisitor) {
    const token = await desk.showPhoneCode();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    return { token, phone: new Visitor(`${test.url}/draw/${token}`) };
  }

  function draw(phone: Visitor, strokes: unknown = STROKES) {
    const form = new FormData();
    form.set('strokes', JSON.stringify(strokes));
    form.set('timeZone', 'Europe/Vienna');
    return phone.postParts('', form);
  }

  /** The words of the certificate, once Jonas has signed too. */
  async function certificateOf({ visitors, status, path }: SentRequest) {
    await visitors[1]!.sign({ method: 'typed', typed: 'Jonas Brandt', witness: 'Hugo Host' });
    await until('it is completed', async () => (await status()) === 'completed');
    const { body } = await acme.api.get(`${path}/certificate`);
    return pdfText(body as Buffer).replace(/\s+/g, ' ');
  }

  const askDesk = async (desk: SigningVisitor) => JSON.parse((await desk.get('phone')).html) as object;
  const rowsOf = ({ signerIds }: SentRequest) =>
    test.dataSource.query<{ sealed: Buffer | null }[]>(
      'select * from signer_pads where signer_id = any($1)',
      [signerIds],
    );

  it('sends the drawing to the browser that showed the code, which signs it, and records it in the evidence', async () => {
    const request = await send();
    const anna = annaOf(request);
    expect(await askDesk(anna)).toEqual({ step: 'over' });
    const { phone, token } = await showCode(anna);
    expect(await askDesk(anna)).toEqual({ step: 'waiting' });
    const pad = await phone.get('', PHONE);
    expect([pad.status, pad.heading]).toEqual([200, 'Draw your signature']);
    expect(pad.html).toContain('Meridian Notaries');
    expect(pad.html).not.toMatch(/Anna|Lease|signers\.test|\/sign\//);
    expect(pad.html).not.toContain(anna.token);

    expect((await draw(phone)).location).toBe('');
    expect((await phone.get()).heading).toBe('Your drawing is on your computer');
    expect(await askDesk(anna)).toEqual({ step: 'drawn', strokes: STROKES });
    const elsewhere = new SigningVisitor(`${test.url}/sign/${anna.token}`);
    expect(await askDesk(elsewhere)).toEqual({ step: 'over' });
    const [row] = await rowsOf(request);
    for (const clear of ['0.5', token]) expect(row!.sealed!.includes(clear)).toBe(false);

    const drawn = { method: 'drawn', strokes: JSON.stringify(STROKES), witness: 'Hugo Host' };
    expect((await anna.sign(drawn)).location).toBe('/done');
    expect(await rowsOf(request)).toEqual([]);
    expect((await phone.get()).status).toBe(410);
    const markSha256 = sha256(canonicalJson({ kind: 'drawn', strokes: STROKES })).toString('hex');
    const trail = await trailOf(test.dataSource, request.id);
    const dataOf = (kind: string) => trail.find(({ type }) => type === kind)!.data;
    expect(dataOf('mark_drawn')).toMatchObject({ markSha256, timeZone: 'Europe/Vienna' });
    expect(dataOf('signed')).toMatchObject({ markSha256, drawnElsewhere: true });
    expect(await certificateOf(request)).toContain('By drawing the signature on another device');
  });

  it('records a drawing on a phone only if it is what was signed', async () => {
    const request = await send();
    const anna = annaOf(request);
    await draw((await showCode(anna)).phone);
    const own = { method: 'drawn', strokes: JSON.stringify(OTHER_STROKES), witness: 'Hugo Host' };
    expect((await anna.sign(own)).location).toBe('/done');
    const trail = await trailOf(test.dataSource, request.id);
    expect(trail.find(({ type }) => type === 'signed')!.data).not.toHaveProperty('drawnElsewhere');
    const certificate = await certificateOf(request);
    expect(certificate).toContain('By drawing the signature');
    expect(certificate).not.toContain('By drawing the signature on another device');
  });

  it('accepts one drawing, only as a drawing, and only while its code is the latest and not too old', async () => {
    const request = await send();
    const anna = annaOf(request);
    const first = (await showCode(anna)).phone;
    const { phone } = await showCode(anna);
    expect([(await first.get()).heading, (await draw(first)).status]).toEqual([
      'This code no longer works',
      410,
    ]);
    for (const strokes of ['', [[0.5, 0.5]], [[0, 2, 1, 1]], [new Array<number>(200_000).fill(0.5)]]) {
      const refused = await draw(phone, strokes);
      expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('more than a dot')]);
    }
    expect((await draw(phone)).status).toBe(303);
    const again = await draw(phone, OTHER_STROKES);
    expect(again.heading).toBe('Your drawing is on your computer');
    expect(await askDesk(anna)).toEqual({ step: 'drawn', strokes: STROKES });

    const late = (await showCode(anna)).phone;
    const lapse = 'update signer_pads set expires_at = app_now() where signer_id = $1';
    await test.dataSource.query(lapse, [request.signerIds[0]]);
    expect([(await late.get()).status, (await draw(late)).status]).toEqual([410, 410]);
    expect(await askDesk(anna)).toEqual({ step: 'over' });
    const trail = await trailOf(test.dataSource, request.id);
    expect(trail.filter(({ type }) => type === 'mark_drawn')).toHaveLength(1);
  });

  it('offers no pad to another type, another turn, without the code, or under an unknown link', async () => {
    const stranger = await sendRequest(test, await test.createOrganization(), 'in_person');
    const { token } = await showCode(annaOf(stranger));
    const coded = await send('advanced');
    const waiting = await send('in_person', [
      { ...ANNA, order: 2 },
      { ...JONAS, order: 1 },
    ]);
    const click = await send('fast');
    for (const visitor of [coded, waiting, click].map(annaOf)) {
      expect((await visitor.post('phone')).status).toBe(404);
      expect(await askDesk(visitor)).toEqual({ step: 'over' });
    }
    const own = await send();
    const anna = annaOf(own);
    const { token: pad } = await showCode(anna);
    const foreign = new SigningVisitor(`${test.url}/sign/${annaOf(stranger).token}`);
    for (const [name, value] of anna.cookies) foreign.cookies.set(name, value);
    expect(await askDesk(foreign)).toEqual({ step: 'over' });
    for (const path of [`/sign/${token}`, `/sign/${pad}/document`, `/verify/${pad}`])
      expect((await fetch(test.url + path)).status).toBe(404);
    for (const unknown of [annaOf(own).token, '0'.repeat(64)])
      expect((await draw(new Visitor(`${test.url}/draw/${unknown}`))).status).toBe(410);
    expect((await fetch(`${test.url}/draw/x`)).status).toBe(404);
  });

  it.each<[string, (request: SentRequest) => Promise<unknown>]>([
    ['declines', (request) => annaOf(request).post('reject', { reason: 'No', confirmed: 'yes' })],
    [
      'gets another address',
      ({ path, signerIds }) =>
        acme.api.patch(`${path}/signers/${signerIds[0]}`, { email: 'new@signers.test' }),
    ],
    ['sees the request cancelled', ({ path }) => acme.api.delete(path)],
  ])('ends the pad once the signer %s', async (_how, end) => {
    const request = await send();
    const { phone } = await showCode(annaOf(request));
    await end(request);
    expect(await rowsOf(request)).toEqual([]);
    expect([(await phone.get()).status, (await draw(phone)).status]).toEqual([410, 410]);
    expect(await askDesk(annaOf(request))).toEqual({ step: 'over' });
  });

  it('allows at most twenty drawings an hour, and limits the page like all pages', async () => {
    const anna = annaOf(await send());
    for (let drawn = 0; drawn < 20; drawn++) await draw((await showCode(anna)).phone);
    expect((await anna.post('phone')).status).toBe(404);
    const other = (await showCode(annaOf(await send()))).phone;
    const answers = await Promise.all(Array.from({ length: 301 }, () => draw(other, 'x')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
  });
});
