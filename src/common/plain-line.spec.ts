import { plainFileName } from './plain-line.js';

const HOSTILE = '../../etc/\r\nX-Evil: 1\u202efdp.exe';

it.each([
  ['Lease.pdf', 'Lease.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\Lease.pdf', 'Lease.pdf'],
  [HOSTILE, 'X-Evil: 1fdp.exe'],
  ['Zoë Żółć.pdf', 'Zoë Żółć.pdf'],
  ['..', ''],
  ['a/', ''],
])('a file that calls itself %j is called %j', (claimed, name) => {
  expect(plainFileName(claimed)).toBe(name);
});
