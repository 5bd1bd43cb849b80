import { entriesIn, type Shown, shownSha256 } from '../../src/audit-chain/shown-entries.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { ANNA, JONAS, type NewSigner, sendRequest, type SentRequest } from '../support/signing-requests.js';
import { isRepeated, shownOn } from '../support/signing-visitor.js';
import { trailOf } from '../support/trails.js';

const MIA: NewSigner = { email: 'mia@signers.test', name: 'Mia Miller' };
const OLGA: NewSigner = { email: 'olga@signers.test', name: 'Olga Orlova' };

describe('the last screen, if others have signed since it was shown', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  const send = (signers: NewSigner[]) => sendRequest(test, acme, 'fast', signers);

  /** What the signer at this index was shown, according to the trail. */
  async function shownTo({ id, signerIds }: SentRequest, index: number): Promise<Shown | undefined> {
    const signings = (await trailOf(test.dataSource, id)).filter(({ type }) => type === 'signed');
    return signings.find(({ signerId }) => signerId === signerIds[index])?.data.shown as Shown | undefined;
  }

  /** As if the screen had been repeated so much earlier. */
  const laterBy = ({ id }: SentRequest, interval: string) =>
    test.dataSource.query(
      'update signature_signers set screen_repeated_at = screen_repeated_at - $2::interval where signature_id = $1',
      [id, interval],
    );

  inDepth('repeats the screen at most once in 30 seconds, and records what was shown', async () => {
    const walk = await send([ANNA, JONAS, MIA, OLGA]);
    const [anna, jonas, mia, olga] = walk.visitors;
    const before = shownOn(await olga!.get('consent'));
    expect((await anna!.sign()).location).toBe('/done');
    const again = await olga!.post('consent', { agree: 'yes', shown: before });
    expect(isRepeated(again)).toBe(true);
    expect((await jonas!.sign()).location).toBe('/done');

    const [annaId, jonasId] = walk.signerIds;
    const wait = `update signature_signers set screen_repeated_at = screen_repeated_at - interval '31 seconds',
      signed_at = signed_at - interval '31 seconds' where signature_id = $1`;
    await test.dataSource.query(wait, [walk.id]);
    const later = await olga!.post('consent', { agree: 'yes', shown: shownOn(again) });
    expect(later.html.match(/class="earlier-new"/g)).toHaveLength(1);
    expect((await mia!.sign()).location).toBe('/done');
    expect((await olga!.post('consent', { agree: 'yes', shown: shownOn(later) })).location).toBe('/done');
    expect((await shownTo(walk, 3))!.signers.map(({ signerId }) => signerId)).toEqual([annaId, jonasId]);
  });

  inDepth(
    'repeats the screen for every older form: sent twice, at once, or from another window',
    async () => {
      const walk = await send([ANNA, JONAS]);
      const [anna, jonas] = walk.visitors;
      const form = { agree: 'yes', shown: shownOn(await jonas!.get('consent')) };
      expect((await anna!.sign()).location).toBe('/done');
      const answers = await Promise.all([1, 2, 3].map(() => jonas!.post('consent', form)));
      expect(answers.map(isRepeated)).toEqual([true, true, true]);
      expect(isRepeated(await jonas!.post('consent', form))).toBe(true);
      expect(await shownTo(walk, 1)).toBeUndefined();
      const shown = shownOn(answers[2]!);
      const ends = await Promise.all([1, 2].map(() => jonas!.post('consent', { agree: 'yes', shown })));
      expect(ends.map(({ location }) => location).sort()).toEqual(['', '/done']);
      expect((await shownTo(walk, 1))!.signers).toHaveLength(1);
    },
  );

  it('marks the screen as new, too, if the form is repeated because something is missing', async () => {
    const walk = await send([ANNA, JONAS]);
    const [anna, jonas] = walk.visitors;
    const before = shownOn(await jonas!.get('consent'));
    expect((await anna!.sign()).location).toBe('/done');
    const wrong = await jonas!.post('consent', { shown: before });
    expect([wrong.status, isRepeated(wrong)]).toEqual([400, true]);
    expect(wrong.html).toContain('Others have signed since you opened this page');
    expect((await jonas!.post('consent', { agree: 'yes', shown: shownOn(wrong) })).location).toBe('/done');
    expect((await shownTo(walk, 1))!.signers).toHaveLength(1);
  });

  it('records nothing as shown for another signer’s form, or one built from the trail', async () => {
    const walk = await send([ANNA, JONAS, MIA]);
    const [anna, jonas, mia] = walk.visitors;
    expect((await anna!.sign()).location).toBe('/done');
    const ofMia = shownOn(await mia!.get('consent'));
    const [signed] = (await trailOf(test.dataSource, walk.id)).filter(({ type }) => type === 'signed');
    const { documentSha256 } = signed!.data.shown as Shown;
    const signers = [{ signerId: walk.signerIds[0]!, entriesSha256: entriesIn(signed!)! }];
    const made = `${shownSha256({ documentSha256, signers })}:${walk.signerIds[0]}`;
    expect(isRepeated(await jonas!.post('consent', { agree: 'yes', shown: ofMia }))).toBe(true);
    expect(isRepeated(await jonas!.post('consent', { agree: 'yes', shown: made }))).toBe(true);
    // Until then it counts as the same form, sent twice.
    await laterBy(walk, '6 seconds');
    expect((await jonas!.post('consent', { agree: 'yes', shown: made })).location).toBe('/done');
    expect((await shownTo(walk, 1))!.signers).toEqual([]);
  });

  inDepth(
    'repeats the screen once for a page of an earlier version, or for a form that was never shown',
    async () => {
      for (const shown of [undefined, 'nonsense', `${'a'.repeat(64)}:1`]) {
        const walk = await send([ANNA, JONAS]);
        const [anna, jonas] = walk.visitors;
        expect((await anna!.post('consent', { agree: 'yes' })).location).toBe('/done');
        const form: Record<string, string> = { agree: 'yes', ...(shown && { shown }) };
        expect(isRepeated(await jonas!.post('consent', form))).toBe(true);
        await laterBy(walk, '6 seconds');
        expect((await jonas!.post('consent', form)).location).toBe('/done');
        expect((await shownTo(walk, 1))!.signers).toEqual([]);
      }
    },
  );

  it('repeats the screen once if two sign at the same moment', async () => {
    const walk = await send([ANNA, JONAS]);
    const forms = await Promise.all(walk.visitors.map(async (each) => shownOn(await each.get('consent'))));
    const answers = await Promise.all(
      walk.visitors.map((each, index) => each.post('consent', { agree: 'yes', shown: forms[index]! })),
    );
    expect(answers.map(isRepeated).sort()).toEqual([false, true]);
    const late = answers.findIndex(isRepeated);
    const shown = shownOn(answers[late]!);
    expect((await walk.visitors[late]!.post('consent', { agree: 'yes', shown })).location).toBe('/done');
    expect((await shownTo(walk, late))!.signers).toHaveLength(1);
  });
});
