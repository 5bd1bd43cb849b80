import { readRange } from './byte-range.js';

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-999', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes=0-1', { start: 0, end: 1 }],
  ])('reads %s as a range of a file of 100 bytes', (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=a-b',
    'bytes=0x1-2',
    `bytes=0-${'9'.repeat(400)}`,
  ])('reads %s as the whole file', (header) => {
    expect(readRange(header, 100)).toBeNull();
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=999999999999999-', 'bytes=-0'])(
    'refuses the range %s',
    (header) => {
      expect(() => readRange(header, 100)).toThrow('The Range is outside the file');
    },
  );
});
