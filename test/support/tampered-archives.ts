import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ARCHIVE_END, tarHeader } from '../../src/platform/backup/tar.js';
import { type EncryptionKey } from '../../src/platform/config/settings.js';
import { newKey } from './attacked-installation.js';
import {
  craftedHeader,
  type Entry,
  inArchive,
  type KeySeal,
  type OpenedArchive,
  sealSecond,
} from './opened-archive.js';

/** What an attacker has without the keys of the installation. */
export interface Loot {
  ours: OpenedArchive;
  /** A later backup of the same installation. */
  later: OpenedArchive;
  /** `ours`, as the previous version would have written it. */
  first: OpenedArchive;
  theirs: OpenedArchive;
  /** The keys of the other installation, which has the same key id. */
  theirKeys: readonly EncryptionKey[];
}

type Change = (loot: Loot) => OpenedArchive;
type Attack = (loot: Loot) => Buffer;

const swapHash = (backup: OpenedArchive) =>
  backup.replacing('tables/0001-accounts', (rows) =>
    gzipSync(gunzipSync(rows).toString().replace('hash of ours', 'known to them')),
  );

/** The best possible seal without a key. @param keys - by default those that the backup had */
export const resealed = (backup: OpenedArchive, keys: readonly KeySeal[] = backup.keys): Buffer =>
  backup.sealedBy((sha256) => ({ format: 2, sha256, keys }));
const resealedFirst = (backup: OpenedArchive, keys: readonly KeySeal[] = backup.keys): Buffer =>
  backup.sealedBy((sha256) => ({ sha256, keys }));
const inFormat = (backup: OpenedArchive, format: number) =>
  backup.describing((manifest) => ({ ...manifest, format }));
const shortened = (hmac: string) => Buffer.from(hmac, 'base64').subarray(0, 16).toString('base64');

/** Attacks on the seal, by its fault. */
export const SEALS: Record<string, Attack> = {
  'names no keys': ({ ours }) => resealed(swapHash(ours), []),
  'names no keys, in format 1': ({ first }) => resealedFirst(swapHash(first), []),
  'has the keys of another installation': ({ ours, theirKeys }) =>
    swapHash(ours).sealedBy((sha256) => sealSecond(sha256, theirKeys)),
  'is that of another installation': ({ theirs }) => resealed(theirs),
  'has a key more': ({ ours }) => resealed(ours, [...ours.keys, { ...ours.keys[0]!, id: '9' }]),
  'has a key more, in format 1': ({ first }) =>
    resealedFirst(first, [...first.keys, { ...first.keys[0]!, id: '9' }]),
  'has only a key that is not here': ({ ours }) =>
    swapHash(ours).sealedBy((sha256) => sealSecond(sha256, [newKey('9')])),
  'has a key less': ({ ours }) => resealed(ours, ours.keys.slice(0, 1)),
  'has a key twice': ({ ours }) => resealed(ours, [ours.keys[0]!, ...ours.keys]),
  'has its keys in another order': ({ ours }) => resealed(ours, ours.keys.toReversed()),
  'has each HMAC at the other key': ({ ours: { keys }, ours }) =>
    resealed(
      ours,
      keys.map(({ id }, index) => ({ id, hmac: keys[1 - index]!.hmac })),
    ),
  'has the HMACs of a later backup': ({ ours, later }) => resealed(ours, later.keys),
  'has empty HMACs': ({ ours }) =>
    resealed(
      ours,
      ours.keys.map(({ id }) => ({ id, hmac: '' })),
    ),
  'has shortened HMACs': ({ ours }) =>
    resealed(
      ours,
      ours.keys.map(({ id, hmac }) => ({ id, hmac: shortened(hmac) })),
    ),
  'has the HMACs of before a change': ({ ours }) => resealed(swapHash(ours)),
  'is that of before a change': ({ ours }) => swapHash(ours).sealedBy(() => ours.seal),
  'is that of a later backup': ({ ours, later }) => ours.sealedBy(() => later.seal),
  'is of format 1, with HMACs of format 2': ({ ours }) => resealedFirst(inFormat(ours, 1), ours.keys),
  'is of format 1 over a manifest of format 2': ({ ours }) => resealedFirst(ours),
  'is of format 2, with HMACs of format 1': ({ first }) => resealed(inFormat(first, 2)),
  'is of format 1 over other rows': ({ first }) => resealedFirst(swapHash(first)),
  'is of format 0': ({ ours }) => ours.sealedBy((sha256) => ({ format: 0, sha256, keys: ours.keys })),
  'has a hash in capitals': ({ ours }) =>
    ours.sealedBy((sha256) => ({ format: 2, sha256: sha256.toUpperCase(), keys: ours.keys })),
  'has its keys twice': ({ ours }) =>
    ours.sealedBy(
      (sha256) => `{"format":2,"sha256":"${sha256}","keys":${JSON.stringify(ours.keys)},"keys":[]}`,
    ),
  'has other white space': ({ ours }) => ours.sealedBy(() => ours.seal.replace('{', '{ ')),
  'is no object': ({ ours }) => ours.sealedBy(() => 'null'),
  'is missing': ({ ours }) => Buffer.concat([ours.body, ARCHIVE_END]),
};

const swap = (entries: Entry[], one: number, other: number): Entry[] =>
  entries.with(one, entries[other]!).with(other, entries[one]!);
/** Swaps the names of two files. */
const rename = (entries: Entry[], one: number, other: number): Entry[] =>
  entries
    .with(one, { ...entries[one]!, content: entries[other]!.content })
    .with(other, { ...entries[other]!, content: entries[one]!.content });
const tables = (backup: OpenedArchive) => backup.indexOf('tables/');
const files = (backup: OpenedArchive) => backup.indexOf('files/');
const manifest = (backup: OpenedArchive) => backup.indexOf('manifest.json');
const adding = (backup: OpenedArchive, ...added: Entry[]): OpenedArchive =>
  backup.with((entries) => entries.toSpliced(-1, 0, ...added));

/** Contents that the service could have written. */
export const CONTENTS: Record<string, Change> = {
  'another password': ({ ours }) => swapHash(ours),
  'the rows of two tables changed over': ({ ours }) =>
    ours.with((entries) => rename(entries, ours.indexOf('tables/0001'), ours.indexOf('tables/0005-notes'))),
  'a table of a later backup': ({ ours, later }) =>
    ours.with((entries) => entries.with(tables(ours), later.entries[tables(later)]!)),
  'a shortened piece': ({ ours }) => ours.replacing('tables/', (rows) => rows.subarray(0, -9)),
  'a stored file of another installation': ({ ours, theirs }) =>
    ours.replacing('files/', () => theirs.entries[files(theirs)]!.content),
  'two stored files changed over': ({ ours }) =>
    ours.with((entries) => rename(entries, files(ours), files(ours) + 1)),
  'the manifest of a later backup': ({ ours, later }) =>
    ours.replacing('manifest.json', () => later.entries[manifest(later)]!.content),
};

const NAMES = [
  'files/../../planted',
  'files/1/../../planted',
  '/etc/planted',
  '../planted',
  './files/1',
  'files//planted',
  'files/1',
  'files/.restoring/x',
  'tables/0001-../x.000001.gz',
  'tables/9999-planted.000001.gz',
  'sums/000099.txt',
  'notes.txt',
];

/** Contents that the service never writes, so even a seal with the keys does not help. */
export const STRANGE_CONTENTS: Record<string, Change> = {
  'two pieces of a table in another order': ({ ours }) =>
    ours.with((entries) =>
      swap(entries, ours.indexOf('tables/0004-noise'), ours.indexOf('tables/0004-noise') + 1),
    ),
  'a piece twice': ({ ours }) =>
    ours.with((entries) => entries.toSpliced(tables(ours), 0, entries[tables(ours)]!)),
  'a piece less': ({ ours }) =>
    ours.with((entries) => entries.toSpliced(ours.indexOf('tables/0004-noise'), 1)),
  'a table less': ({ ours }) => ours.with((entries) => entries.toSpliced(tables(ours), 1)),
  'a stored file twice': ({ ours }) =>
    ours.with((entries) => entries.toSpliced(files(ours), 0, entries[files(ours)]!)),
  'a stored file less': ({ ours }) => ours.with((entries) => entries.toSpliced(files(ours), 1)),
  'a stored file more': ({ ours }) =>
    adding(ours, { name: `files/1/${randomUUID()}`, content: Buffer.from('planted') }),
  'a longer stored file': ({ ours }) =>
    ours.replacing('files/', (bytes) => Buffer.concat([bytes, Buffer.from('!')])),
  'an encryption key': ({ ours }) =>
    adding(ours, { name: 'encryption-key.txt', content: Buffer.from('1:AAAA') }),
  'files before tables': ({ ours }) => ours.with((entries) => swap(entries, tables(ours), files(ours))),
  'its manifest twice': ({ ours }) => ours.with((entries) => [...entries, entries[manifest(ours)]!]),
  'its manifest first': ({ ours }) =>
    ours.with((entries) => [entries[manifest(ours)]!, ...entries.slice(0, -1)]),
  'no manifest': ({ ours }) => ours.with((entries) => entries.slice(0, -1)),
  'a manifest that is none': ({ ours }) => ours.replacing('manifest.json', () => Buffer.from('{"format":2}')),
  ...Object.fromEntries(
    NAMES.map((name): [string, Change] => [
      `a file named ${name}`,
      ({ ours }) => adding(ours, { name, content: Buffer.from('planted') }),
    ]),
  ),
};

const PLANTED = { name: `files/1/${'0'.repeat(36)}`, size: 7 };
const EMPTY = { ...PLANTED, size: 0 };
const KIND_AT = 156;
const LINK_AT = 157;
const SIZE_AT = 124;
const PREFIX_AT = 345;

/** Blocks before the manifest that other programs may read differently from the service. */
export const BLOCKS: Record<string, () => Buffer> = {
  'a second seal': () => inArchive({ name: 'seal.json', content: Buffer.from('{}') }),
  'a symbolic link': () =>
    craftedHeader(EMPTY, [
      [KIND_AT, '2'],
      [LINK_AT, '/etc/passwd'],
    ]),
  'a hard link': () =>
    craftedHeader(EMPTY, [
      [KIND_AT, '1'],
      [LINK_AT, 'manifest.json'],
    ]),
  'a folder': () => craftedHeader({ name: 'files/1', size: 0 }, [[KIND_AT, '5']]),
  'a long name of GNU tar': () => craftedHeader({ name: '././@LongLink', size: 0 }, [[KIND_AT, 'L']]),
  'a pax header': () => craftedHeader({ name: 'pax', size: 0 }, [[KIND_AT, 'x']]),
  'a prefix of ustar': () => craftedHeader(PLANTED, [[PREFIX_AT, '../../..']]),
  'a name that goes on behind its end': () => craftedHeader(PLANTED, [[60, '/../x']]),
  'a size in base 256': () =>
    craftedHeader(PLANTED, [[SIZE_AT, '\u0080\u0000\u0000\u0000' + '\u00ff'.repeat(8)]]),
  'a negative size': () => craftedHeader(PLANTED, [[SIZE_AT, '-0000000007']]),
  'a size in blanks': () => craftedHeader(PLANTED, [[SIZE_AT, '          7']]),
  'a size beyond the end': () => craftedHeader(PLANTED, [[SIZE_AT, '77777777777']]),
  'a wrong checksum': () => tarHeader(PLANTED).fill('7', 148, 150),
  'the end of a tape': () => ARCHIVE_END,
};
