import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Random } from '../../../scripts/mrz/random.js';
import { textPdf } from '../../support/pdf-samples.js';
import { paragraph, wordParts, zip } from '../../support/word-samples.js';
import { hostile, type HostileFile } from './hostile-file.js';

const MIB = 1024 * 1024;

const small = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#88aacc' } });
const png = () => small().png().toBuffer();
const jpeg = () => small().jpeg().toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])), 0);
  return Buffer.concat([head, data, tail]);
}

/** A true-colour PNG (ISO/IEC 15948) that claims these sides. */
function pngOf(width: number, height: number, rows: Buffer, ...others: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...others,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const profile = (bytes: number) =>
  chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]));
const text = (bytes: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'))]));

/** A JPEG whose frame header (ITU-T T.81 §B.2.2) claims other sides. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const bytes = await jpeg();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const withSegment = async (marker: number, data: Buffer) => {
  const bytes = await jpeg();
  return Buffer.concat([bytes.subarray(0, 2), segment(marker, data), bytes.subarray(2)]);
};

const SVG_ENTITY =
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>';

/** Pictures that expand, make false statements, or are something else as well. */
export const PICTURES: readonly HostileFile[] = [
  hostile('PNG of 50,000 × 50,000 pixels', () => pngOf(50_000, 50_000, Buffer.alloc(100)), 'refused'),
  hostile('PNG of 2^31 pixels a side', () => pngOf(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(100)), 'refused'),
  hostile('PNG without a pixel', () => pngOf(0, 0, Buffer.alloc(0)), 'refused'),
  hostile('PNG of 1 × 1,000,000 pixels', () => pngOf(1, 1_000_000, Buffer.alloc(4_000_000))),
  hostile('PNG of 9,900 × 9,900 pixels', () => pngOf(9_900, 9_900, Buffer.alloc(9_900 * (3 * 9_900 + 1)))),
  hostile('PNG whose rows go on for 500 MB', () => pngOf(10, 10, Buffer.alloc(500 * MIB))),
  hostile('PNG with a profile of 500 MB', () => pngOf(10, 10, Buffer.alloc(310), profile(500 * MIB))),
  hostile('PNG with a text of 500 MB', () => pngOf(10, 10, Buffer.alloc(310), text(500 * MIB))),
  hostile('PNG with 20,000 texts', () =>
    pngOf(10, 10, Buffer.alloc(310), ...Array<Buffer>(20_000).fill(text(1_000))),
  ),
  hostile('PNG without its rows', () => pngOf(100, 100, Buffer.alloc(10))),
  hostile('PNG with a chunk of 2^32', async () => {
    const bytes = await png();
    bytes.writeUInt32BE(2 ** 32 - 1, 33);
    return bytes;
  }),
  hostile('PNG that is cut off', async () => (await png()).subarray(0, 60)),
  hostile('PNG signature only', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'refused'),
  hostile('PNG with a Word document behind it', async () =>
    Buffer.concat([await png(), zip(wordParts(paragraph('a')))]),
  ),
  hostile('PNG with a PDF behind it', async () => Buffer.concat([await png(), await textPdf()])),
  hostile('JPEG of 65,500 × 65,500 pixels', () => jpegOf(65_500, 65_500), 'refused'),
  hostile('JPEG without a pixel', () => jpegOf(0, 0)),
  hostile('JPEG that is cut off', async () => (await jpeg()).subarray(0, 200)),
  hostile('JPEG signature only', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'refused'),
  hostile('JPEG with a PDF in its comment', async () =>
    withSegment(0xfe, (await textPdf()).subarray(0, 60_000)),
  ),
  hostile('JPEG with a page in its comment', () =>
    withSegment(0xfe, Buffer.from('<script>alert(1)</script>')),
  ),
  hostile('JPEG turned in 255 ways', () =>
    withSegment(
      0xe1,
      Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\xff\0\0\0\0\0\0', 'latin1'),
    ),
  ),
  hostile('JPEG with facts in a circle', () =>
    withSegment(
      0xe1,
      Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08\0\0\0\x08', 'latin1'),
    ),
  ),
  hostile('JPEG with a broken profile', () =>
    withSegment(0xe2, Buffer.from(`ICC_PROFILE\0\x01\x01${'\xff'.repeat(500)}`, 'latin1')),
  ),
  hostile('JPEG of 500 scans', async () => {
    const bytes = await small().jpeg({ progressive: true }).toBuffer();
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    const scans = bytes.subarray(scan, -2);
    return Buffer.concat([bytes.subarray(0, scan), ...Array<Buffer>(500).fill(scans), bytes.subarray(-2)]);
  }),
  hostile('SVG with an entity from the disk', () => Buffer.from(SVG_ENTITY), 'refused'),
  hostile(
    'SVG with 10^6 shapes',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9"/>'.repeat(1e6)}</svg>`),
    'refused',
  ),
  hostile(
    'GIF of 65,535 × 65,535 pixels',
    () => Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,', 'latin1'),
    'refused',
  ),
  hostile('TIFF in a circle', () => Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\x08', 'latin1'), 'refused'),
  hostile(
    'BMP of 2^31 pixels a side',
    () => {
      const bytes = Buffer.alloc(200);
      bytes.write('BM');
      bytes.writeUInt32LE(40, 14);
      bytes.writeInt32LE(2 ** 31 - 1, 18);
      bytes.writeInt32LE(2 ** 31 - 1, 22);
      return bytes;
    },
    'refused',
  ),
  hostile('WebP that is cut off', async () => (await small().webp().toBuffer()).subarray(0, 40), 'refused'),
  hostile('AVIF', () => small().avif().toBuffer(), 'refused'),
  hostile(
    'HEIC of noise',
    () =>
      Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(5_000, 7)]),
    'refused',
  ),
];

/** Files that are neither pictures nor documents. */
export const OTHERS: readonly HostileFile[] = [
  hostile('nothing', () => Buffer.alloc(0), 'refused'),
  hostile('one byte', () => Buffer.from('a'), 'refused'),
  hostile('a megabyte of zeros', () => Buffer.alloc(MIB), 'refused'),
  hostile(
    '26 MB',
    () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(26 * MIB)]),
    'file_too_large',
  ),
  hostile('HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'refused'),
  hostile('a program', () => Buffer.from(`MZ${'\0'.repeat(58)}@\0\0\0PE\0\0`, 'latin1'), 'refused'),
  hostile('PostScript', () => Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) run\n'), 'refused'),
];

/** Pictures with bytes changed at seeded places. */
export const damagedPictures = (seed: number): HostileFile[] =>
  Array.from({ length: 8 }, (_, index) =>
    hostile(`picture with changed bytes (${index})`, async () => {
      const random = new Random(seed + index);
      const bytes = index % 2 === 0 ? await png() : await jpeg();
      for (let times = 0; times < 8; times++) bytes[20 + random.below(bytes.length - 20)] = random.below(256);
      return bytes;
    }),
  );
