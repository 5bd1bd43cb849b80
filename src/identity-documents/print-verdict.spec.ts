import { doubted, findingsOf, printOf, SPECIMEN_FACTS } from '../../test/support/document-findings.js';
import { isUnsettled, judgePrint } from './print-verdict.js';

const TODAY = '2026-11-21';
const ALL = ['ERIKSSON', 'ANNA MARIA', 'L898902C3', '12 AUG 1974', '15 APR 2038'];
const SOME = ALL.slice(0, 3);
const judge = (printed: string[], reread?: string[]) =>
  judgePrint(
    { printed: printOf(...printed), ...(reread && { reread: printOf(...reread) }) },
    SPECIMEN_FACTS,
    TODAY,
  )!;

describe('two readers of a page', () => {
  test('ignores the second reader when the first confirms or contradicts the page', () => {
    const other = [...SOME, 'Date of birth', '12 AUG 1975'];
    expect(judge(ALL, other)).toEqual(judge(ALL));
    expect(judge(other, ALL)).toEqual(judge(other));
    expect(judge(other).birthDate).toBe('differs');
  });

  test('accepts a page that the second reader confirms', () => {
    expect(judge(SOME, ALL)).toMatchObject({ score: 1, birthDate: 'agrees', expiryDate: 'agrees' });
  });

  test('never confirms a page by the two readers together', () => {
    const agreement = judge(ALL.slice(0, 4), [...SOME, '15 APR 2038']);
    expect(agreement).toEqual(judge(ALL.slice(0, 4)));
    expect(agreement.expiryDate).toBe('unseen');
  });

  test('only doubts a fact when the second reader sees something else', () => {
    expect(judge(SOME, [...SOME, 'Date of birth', '12 AUG 1975']).birthDate).toBe('doubtful');
    expect(judge(SOME, [...SOME, 'L898902C7'])).toMatchObject({ documentNumber: 'doubtful' });
  });

  test('gives no verdict where no text was read', () => {
    expect(judgePrint({ printed: null, reread: printOf(...ALL) }, SPECIMEN_FACTS, TODAY)).toBeNull();
  });
});

describe('a second reading of a page', () => {
  const ask = (lines: string[], reading = {}) =>
    isUnsettled(findingsOf({}, reading, { printed: printOf(...lines) }), TODAY);

  test('asks for a second reading only if the first neither confirmed nor contradicted the page', () => {
    expect(ask(SOME)).toBe(true);
    expect(ask(ALL)).toBe(false);
    expect(ask([...SOME, 'Date of birth', '12 AUG 1975'])).toBe(false);
    expect(ask([...SOME, '12 AUG 1975'])).toBe(false);
  });

  test('asks for a second reading only next to an accepted MRZ', () => {
    expect(ask(SOME, doubted('low_confidence'))).toBe(false);
    expect(isUnsettled({ mrz: null, printed: printOf(...SOME) }, TODAY)).toBe(false);
    expect(isUnsettled({ mrz: findingsOf().mrz, printed: null }, TODAY)).toBe(false);
  });
});
