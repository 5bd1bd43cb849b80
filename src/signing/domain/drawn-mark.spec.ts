import { readStrokes } from './drawn-mark.js';

describe('drawn signatures', () => {
  it('keeps a drawing to four decimals', () => {
    expect(readStrokes('[[0.123456,0.5,0.4,0.50004]]')).toEqual([[0.1235, 0.5, 0.4, 0.5]]);
  });

  it('accepts one long line or several short ones', () => {
    expect(readStrokes('[[0,0.5,1,0.5]]')).not.toBeNull();
    expect(readStrokes('[[0.1,0.5,0.2,0.5],[0.3,0.5,0.4,0.5]]')).not.toBeNull();
  });

  it('refuses ink on a single spot', () => {
    const dabs = JSON.stringify([
      Array.from({ length: 400 }, (_none, index) => (index % 2 ? 0.5 : 0.5 + (index % 4) / 500)),
    ]);
    expect(readStrokes(dabs)).toBeNull();
  });
});
