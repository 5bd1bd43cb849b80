import { plainFileName, plainLine } from './plain-line.js';

const HOSTILE = '../../etc/\r\nX-Evil: 1\u202efdp.exe';

it.each([
  ['Lease.pdf', 'Lease.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\Lease.pdf', 'Lease.pdf'],
  [HOSTILE, 'X-Evil: 1fdp.exe'],
  ['Zoë Żółć.pdf', 'Zoë Żółć.pdf'],
  ['..', ''],
  ['a/', ''],
])('turns the claimed file name %j into %j', (claimed, name) => {
  expect(plainFileName(claimed)).toBe(name);
});

it.each([
  ['  Anna\t\n Maria ', 'Anna Maria'],
  ['Anna \u200e Maria', 'Anna Maria'],
  ['\ud800Anna \u{1f600}\udc00', '\ufffdAnna \u{1f600}\ufffd'],
])('makes one plain line of %j', (text, line) => {
  expect(plainLine(text)).toBe(line);
  expect(plainLine(line)).toBe(line);
});
