import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { unzip } from './zip-archive.js';
import { type ZipEntry, zipName, zipStream } from './zip-stream.js';

const CHANGED = new Date('2031-05-06T07:08:10.000Z');
const LIMITS = { maxFiles: 10, maxBytes: 64 * 1024 * 1024 };

const entry = (name: string, size: number): ZipEntry => ({
  name,
  bytes: Buffer.alloc(size, name),
  changedAt: CHANGED,
});

async function* entriesOf(...entries: (ZipEntry | Error)[]) {
  for (const each of entries) {
    if (each instanceof Error) throw each;
    yield each;
  }
}

describe('a ZIP archive written while it is sent', () => {
  it('contains every file unchanged', async () => {
    const entries = [entry('1 Mietvertrag ä.pdf', 3_000_000), entry('2 空.pdf', 0), entry('3.pdf', 17)];
    const files = await unzip(await buffer(zipStream(entriesOf(...entries))), LIMITS);
    expect([...files.keys()]).toEqual(entries.map(({ name }) => name));
    for (const { name, bytes } of entries) expect(files.get(name)!.equals(bytes)).toBe(true);
  });

  it('writes a valid archive without files', async () => {
    const bytes = await buffer(zipStream(entriesOf()));
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\x05\x06', 'latin1'));
  });

  it('breaks off when a file cannot be read', async () => {
    const stream = zipStream(entriesOf(entry('1.pdf', 10), new Error('The disk is gone')));
    await expect(buffer(stream)).rejects.toThrow('The disk is gone');
  });

  it('takes no further file before the last is read, nor after the reader has left', async () => {
    let taken = 0;
    async function* endless() {
      for (;;) yield entry(`${++taken}.pdf`, 1_000_000);
    }
    const stream = zipStream(endless());
    await stream[Symbol.asyncIterator]().next();
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(taken).toBeLessThanOrEqual(2);
    stream.destroy();
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(taken).toBeLessThanOrEqual(3);
  });

  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\boot\u0000.ini', 'C__boot_.ini'],
    ['\u202egpj.exe', '_gpj.exe'],
    ['Lease – “final”.pdf', 'Lease – “final”.pdf'],
  ])('gives %j a name that stays in its folder', (name, expected) => {
    expect(zipName(name)).toBe(expected);
  });
});
