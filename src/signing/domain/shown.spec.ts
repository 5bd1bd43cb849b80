import { type EarlierSigner } from './earlier-signer.js';
import { mustSeeAgain, nothingShown, repeatedAt, shownBefore, shownNow, shownToken } from './shown.js';
import { type SigningContext } from './signing-context.js';

const NOON = Date.UTC(2026, 2, 1, 12);
const at = (seconds: number) => new Date(NOON + seconds * 1_000);

const earlier = (id: number, signedAt: Date): EarlierSigner =>
  ({ signer: { id, signedAt }, fields: [], entriesSha256: `${id}`.repeat(64) }) as unknown as EarlierSigner;

interface Moment {
  now: number;
  signed: [id: number, seconds: number][];
  repeated?: number;
  token?: string;
}

const contextOf = ({ now, signed, repeated, token = 'link' }: Moment): SigningContext =>
  ({
    token,
    documentSha256: 'd0'.repeat(32),
    earlier: signed.map(([id, seconds]) => earlier(id, at(seconds))),
    signer: { id: 9, screenRepeatedAt: repeated === undefined ? null : at(repeated) },
    now: at(now),
  }) as unknown as SigningContext;

const ids = (context: SigningContext, shown: string) =>
  shownBefore(context, { shown })?.signers.map(({ signerId }) => signerId) ?? null;

describe('what a form says was shown', () => {
  const context = contextOf({
    now: 10,
    signed: [
      [1, 0],
      [2, 5],
    ],
  });
  const token = shownToken(context, shownNow(context));

  it('is known of all that stands there, of a part of it, and of the document alone', () => {
    expect(ids(context, token)).toEqual([1, 2]);
    expect(ids(context, shownToken(context, shownNow(context, new Set([2]))))).toEqual([2]);
    expect(ids(context, shownToken(context, nothingShown(context)))).toEqual([]);
    // Nobody who has not signed is added.
    expect(ids(context, `${token},3`)).toEqual([1, 2]);
  });

  it('is unknown of a form of another signer, and of the same signer with another link', () => {
    expect(ids({ ...context, token: 'another link' }, token)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['other people', token.replace(/:.*/, ':1')],
    ['nobody', token.replace(/:.*/, ':')],
    ['another digest', `${'a'.repeat(64)}:1,2`],
    ['a digest of what is public', `${'1'.repeat(64)}:1`],
    ['more ids than there are people', `${token.slice(0, 65)}${'1,'.repeat(5_000)}1`],
    ['text', '__proto__'],
  ])('is unknown if it names %s', (_case, shown) => {
    expect(ids(context, shown)).toBeNull();
  });

  it('is unknown once what stood there is another', () => {
    const [first, second] = context.earlier;
    const changed = { ...context, earlier: [{ ...first!, entriesSha256: 'f'.repeat(64) }, second!] };
    expect(ids(changed, token)).toBeNull();
    expect(ids({ ...context, documentSha256: 'e0'.repeat(32) }, token)).toBeNull();
  });
});

describe('the last screen', () => {
  /** Whether it comes again to a form that showed what these left, or that does not say what it showed. */
  const comesAgain = (moment: Moment, seen: number[] | null) => {
    const context = contextOf(moment);
    return mustSeeAgain(context, seen && shownNow(context, new Set(seen)));
  };

  it.each<[string, Moment, number[] | null, boolean]>([
    ['all was shown', { now: 10, signed: [[1, 0]] }, [1], false],
    ['nobody has signed, and the form is of an earlier version', { now: 10, signed: [] }, null, false],
    ['somebody has signed since', { now: 10, signed: [[1, 0]] }, [], true],
    ['the form does not say', { now: 10, signed: [[1, 0]] }, null, true],
    ['the form does not say again', { now: 12, signed: [[1, 0]], repeated: 10 }, null, false],
    ['the form does not say, half a minute later', { now: 40, signed: [[1, 0]], repeated: 10 }, null, true],
    ['the old form is sent twice', { now: 10, signed: [[1, 0]], repeated: 10 }, [], true],
    ['the old form is sent from another window', { now: 25, signed: [[1, 10]], repeated: 10 }, [], true],
    [
      'somebody signs while it is on screen',
      {
        now: 25,
        signed: [
          [1, 0],
          [2, 20],
        ],
        repeated: 10,
      },
      [1],
      false,
    ],
    [
      'somebody signed while it was on screen, long ago',
      {
        now: 40,
        signed: [
          [1, 0],
          [2, 20],
        ],
        repeated: 10,
      },
      [1],
      true,
    ],
  ])('is judged where %s', (_case, moment, seen, expected) => {
    expect(comesAgain(moment, seen)).toBe(expected);
  });

  it('came again no earlier than those signed whom it shows, whose transaction may have begun later', () => {
    expect(repeatedAt(contextOf({ now: 10, signed: [[1, 10.2]] }))).toEqual(at(10.2));
    expect(repeatedAt(contextOf({ now: 10, signed: [[1, 2]] }))).toEqual(at(10));
  });
});
