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

  /** Work that continues until it is ended. */
  const begin = (key: string, name: string) =>
    turns.run(key, () => {
      begun.push(name);
      return new Promise<string>((resolve) => end.set(name, () => resolve(name)));
    });

  it('runs one piece of work per key at a time, in order, and other keys concurrently', async () => {
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

  it('passes the turn on when work fails', async () => {
    const failed = turns.run('a', () => Promise.reject(new Error('no')));
    const next = turns.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('lets other work run between two waiting pieces', async () => {
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
