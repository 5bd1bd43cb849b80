import { setImmediate as nextIteration } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('Turns', () => {
  let turns: Turns;
  let begun: string[];
  let end: Map<string, () => void>;

  beforeEach(() => {
    turns = new Turns();
    begun = [];
    end = new Map();
  });

  /** Work that goes on until it is ended. */
  const begin = (key: string, name: string) =>
    turns.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve) => end.set(name, () => resolve(name)));
    });

  it('lets one piece of work of a key run at a time, in order, and other keys beside it', async () => {
    const works = ['a1', 'a2', 'a3'].map((name) => begin('a', name));
    void begin('b', 'b1');
    await nextIteration();
    expect(begun).toEqual(['a1', 'b1']);
    end.get('a1')!();
    await works[0];
    await nextIteration();
    expect(begun).toEqual(['a1', 'b1', 'a2']);
    end.get('a2')!();
    await works[1];
    await nextIteration();
    end.get('a3')!();
    expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3']);
    void begin('a', 'a4');
    await nextIteration();
    expect(begun.at(-1)).toBe('a4');
  });

  it('gives the turn on when work fails', async () => {
    const failed = turns.run('a', () => Promise.reject(new Error('no')));
    const next = turns.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('serves others between two that waited', async () => {
    const seen: string[] = [];
    const works = [1, 2, 3].map((work) => turns.run('a', async () => void seen.push(`work ${work}`)));
    for (let iteration = 1; iteration <= 2; iteration++) {
      await nextIteration();
      seen.push('others');
    }
    await Promise.all(works);
    expect(seen.indexOf('others')).toBeLessThan(seen.indexOf('work 3'));
  });
});
