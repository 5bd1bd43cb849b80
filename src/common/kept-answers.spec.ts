import { KeptAnswers } from './kept-answers.js';

describe('KeptAnswers', () => {
  const asked: string[] = [];
  const answer = (question: string) => () => {
    asked.push(question);
    return Promise.resolve(question);
  };

  beforeEach(() => asked.splice(0));

  it('computes each answer once, even for simultaneous callers', async () => {
    const kept = new KeptAnswers<string>({ count: 2 });
    const answers = await Promise.all([kept.get('a', answer('a')), kept.get('a', answer('a'))]);
    expect([answers, asked]).toEqual([['a', 'a'], ['a']]);
  });

  it('forgets the answer that was used longest ago', async () => {
    const kept = new KeptAnswers<string>({ count: 2 });
    for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await kept.get(question, answer(question));
    expect(asked).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps no more answers than the weight allows', async () => {
    const kept = new KeptAnswers<string>({ count: 9, weight: 5 }, (text) => text.length);
    for (const question of ['aaa', 'bb', 'aaa', 'ccc', 'aaa', 'bb'])
      await kept.get(question, answer(question));
    expect(asked).toEqual(['aaa', 'bb', 'ccc', 'aaa', 'bb']);
    await kept.get('too heavy', answer('too heavy'));
    await kept.get('too heavy', answer('too heavy'));
    expect(asked.slice(-2)).toEqual(['too heavy', 'too heavy']);
  });

  it('does not keep failures', async () => {
    const kept = new KeptAnswers<string>({ count: 2 });
    await expect(kept.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(kept.get('a', answer('a'))).resolves.toBe('a');
  });
});
