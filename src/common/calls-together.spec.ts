import { CallsTogether } from './calls-together.js';

describe('calls together', () => {
  const batches: number[][] = [];
  const double = async (asked: number[]) => {
    batches.push(asked);
    if (asked.includes(13)) throw new Error('unlucky');
    return asked.map((each) => 2 * each);
  };
  beforeEach(() => {
    batches.length = 0;
  });

  it('are answered with those of the same turn, and then with those that came meanwhile', async () => {
    const calls = new CallsTogether(double);
    const later: Promise<number>[] = [];
    const first = calls.ask(1).then((answer) => {
      later.push(calls.ask(4), calls.ask(5));
      return answer;
    });
    expect(await Promise.all([first, calls.ask(2), calls.ask(3)])).toEqual([2, 4, 6]);
    expect(await Promise.all(later)).toEqual([8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('are answered so many at once, and none is left', async () => {
    const calls = new CallsTogether(double, 2);
    expect(await Promise.all([1, 2, 3, 4, 5].map((each) => calls.ask(each)))).toEqual([2, 4, 6, 8, 10]);
    expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it('fail together, and do not keep later ones from being answered', async () => {
    const calls = new CallsTogether(double);
    const failed = await Promise.allSettled([calls.ask(13), calls.ask(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await calls.ask(2)).toBe(4);
  });
});
