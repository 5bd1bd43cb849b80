/** White space between digits (ISO 32000-2 §7.2.3), and the end of each kind of data. */
const SPACE = /[\0\t\n\f\r ]+/g;
const HEX = /^(?:[0-9A-Fa-f]{2})*>$/;
const BASE_85 = /^[!-uz]*~>$/;
const GROUP = 5;
const [FIRST_DIGIT, LAST_DIGIT] = [0x21, 0x75];
const LARGEST = 0xffffffff;

/** Data in hexadecimal digits (ISO 32000-2 §7.4.2). @returns null unless all programs decode them alike */
export function fromHex(data: Uint8Array): Buffer | null {
  const digits = withoutSpace(data);
  return HEX.test(digits) ? Buffer.from(digits.slice(0, -1), 'hex') : null;
}

/** Data in digits to the base 85 (ISO 32000-2 §7.4.3). @returns null unless all programs decode them alike */
export function fromBase85(data: Uint8Array): Buffer | null {
  const digits = withoutSpace(data);
  if (!BASE_85.test(digits)) return null;
  const end = digits.length - 2;
  const decoded = Buffer.alloc(4 * end);
  let length = 0;
  for (let at = 0; at < end;) {
    if (digits[at] === 'z') {
      length += 4;
      at++;
      continue;
    }
    const group = digits.slice(at, Math.min(at + GROUP, end));
    const value = valueOf(group);
    if (value === null) return null;
    decoded.writeUInt32BE(value, length);
    length += group.length - 1;
    at += group.length;
  }
  return decoded.subarray(0, length);
}

/** What one group stands for, filled up if it is the last; null if it is none. */
function valueOf(group: string): number | null {
  if (group.length < 2 || group.includes('z')) return null;
  let value = 0;
  for (let index = 0; index < GROUP; index++)
    value = 85 * value + (index < group.length ? group.charCodeAt(index) : LAST_DIGIT) - FIRST_DIGIT;
  return value > LARGEST ? null : value;
}

const withoutSpace = (data: Uint8Array) =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1').replaceAll(SPACE, '');
