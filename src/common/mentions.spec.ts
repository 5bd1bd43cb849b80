import { Mentions } from './mentions.js';

const ann = new Mentions(['ann@example.test', 'Ann O’Neil (Jr.)', 'X']);

it.each([
  'ann@example.test',
  'ANN@Example.Test',
  '550 <ann@example.test>: no such user.',
  'Sent to ann@example.test.',
  { reply: ['for Ann O’Neil (Jr.), by mail'] },
  { 'ann@example.test': 1 },
])('finds the person in %j', (value) => {
  expect(ann.isIn(value)).toBe(true);
});

it.each([
  'joann@example.test',
  'x.ann@example.test',
  'ann@example.testing',
  'ann@example.test.example',
  'ann@exampleXtest',
  'Ann',
  'X',
  { number: 7, nothing: null, list: [true] },
])('does not find the person in %j', (value) => {
  expect(ann.isIn(value)).toBe(false);
});

it('finds nobody without a name to look for', () => {
  expect(new Mentions(['']).isIn('')).toBe(false);
});
