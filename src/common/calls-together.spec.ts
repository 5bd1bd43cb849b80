import { CallsTogether } from './calls-together.js';

describe('CallsTogether', () => {
  const batches: number[][] = [];
  const double = async (asked: number[]) => {
    batches.push(asked);
    if (asked.includes(13)) throw new Error('unlucky');
    return asked.map((each) => 2 * each);
  };
  beforeEach(() => {
    batches.length = 0;
  });

  it('batches the calls of one turn, then those that arrived meanwhile', async () => {
    const calls = new CallsTogether(double);
    const later: Promise<number>[] = [];
    const first = calls.request(1).then((answer) => {
      later.push(calls.request(4), calls.request(5));
      return answer;
    });
    expect(await Promise.all([first, calls.request(2), calls.request(3)])).toEqual([2, 4, 6]);
    expect(await Promise.all(later)).toEqual([8, 10]);
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('splits calls into batches of limited size, and answers all of them', async () => {
    const calls = new CallsTogether(double, 2);
    expect(await Promise.all([1, 2, 3, 4, 5].map((each) => calls.request(each)))).toEqual([2, 4, 6, 8, 10]);
    expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it('fails a batch together, and still answers later calls', async () => {
    const calls = new CallsTogether(double);
    const failed = await Promise.allSettled([calls.request(13), calls.request(1)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await calls.request(2)).toBe(4);
  });
});
