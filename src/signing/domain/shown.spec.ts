import { mustSeeAgain, nothingShown, repeatedAt, shownBefore, shownNow, shownToken } from './shown.js';
import { type EarlierSigner } from './signing-context.js';
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

describe('a form’s record of what was shown', () => {
  const context = contextOf({
    now: 10,
    signed: [
      [1, 0],
      [2, 5],
    ],
  });
  const token = shownToken(context, shownNow(context));

  it('recognizes a form that showed everything, a part, or the document alone', () => {
    expect(ids(context, token)).toEqual([1, 2]);
    expect(ids(context, shownToken(context, shownNow(context, new Set([2]))))).toEqual([2]);
    expect(ids(context, shownToken(context, nothingShown(context)))).toEqual([]);
    // A signer who has not signed is not added.
    expect(ids(context, `${token},3`)).toEqual([1, 2]);
  });

  it('does not recognize the form of another signer, or of the same signer’s other link', () => {
    expect(ids({ ...context, token: 'another link' }, token)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['other people', token.replace(/:.*/, ':1')],
    ['nobody', token.replace(/:.*/, ':')],
    ['another digest', `${'a'.repeat(64)}:1,2`],
    ['a digest of public facts', `${'1'.repeat(64)}:1`],
    ['more ids than there are people', `${token.slice(0, 65)}${'1,'.repeat(5_000)}1`],
    ['text', '__proto__'],
  ])('does not recognize a form that names %s', (_case, shown) => {
    expect(ids(context, shown)).toBeNull();
  });

  it('does not recognize a form once the entries have changed', () => {
    const [first, second] = context.earlier;
    const changed = { ...context, earlier: [{ ...first!, entriesSha256: 'f'.repeat(64) }, second!] };
    expect(ids(changed, token)).toBeNull();
    expect(ids({ ...context, documentSha256: 'e0'.repeat(32) }, token)).toBeNull();
  });
});

describe('the last screen', () => {
  /** Whether the screen comes again for a form that showed these entries, or for one that does not say (null). */
  const comesAgain = (moment: Moment, seen: number[] | null) => {
    const context = contextOf(moment);
    return mustSeeAgain(context, seen && shownNow(context, new Set(seen)));
  };

  it.each<[string, Moment, number[] | null, boolean]>([
    ['everything was shown', { now: 10, signed: [[1, 0]] }, [1], false],
    ['nobody has signed and the form comes from an earlier version', { now: 10, signed: [] }, null, false],
    ['another person has signed since', { now: 10, signed: [[1, 0]] }, [], true],
    ['the form does not say what it showed', { now: 10, signed: [[1, 0]] }, null, true],
    [
      'the form does not say so the second time either',
      { now: 15, signed: [[1, 0]], repeated: 10 },
      null,
      false,
    ],
    ['a form that does not say so is sent twice', { now: 12, signed: [[1, 0]], repeated: 10 }, null, true],
    ['the form does not say so half a minute later', { now: 40, signed: [[1, 0]], repeated: 10 }, null, true],
    ['the old form is sent twice', { now: 10, signed: [[1, 0]], repeated: 10 }, [], true],
    ['the old form is sent from another window', { now: 25, signed: [[1, 10]], repeated: 10 }, [], true],
    [
      'a person signs while it is on screen',
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
      'a person signed while it was on screen, long ago',
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
  ])('decides whether the last screen comes again: %s', (_case, moment, seen, expected) => {
    expect(comesAgain(moment, seen)).toBe(expected);
  });

  it('dates the repetition no earlier than the signatures it shows, whose transactions may have begun later', () => {
    expect(repeatedAt(contextOf({ now: 10, signed: [[1, 10.2]] }))).toEqual(at(10.2));
    expect(repeatedAt(contextOf({ now: 10, signed: [[1, 2]] }))).toEqual(at(10));
  });
});
