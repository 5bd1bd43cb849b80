import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { connect, Socket } from 'node:net';
import { join } from 'node:path';
import {
  closeInheritedDescriptors,
  DESCRIPTORS,
} from '../../src/platform/child-process/inherited-descriptors.js';
import { MessageChannel, PIPE_FD } from '../../src/platform/child-process/message-channel.js';

/** What a hostile child is after. */
export interface Loot {
  /** A file that only the service's account may read. */
  keyFile: string;
  /** Another tenant's picture, in a folder that only that account may enter. */
  picture: string;
  /** A folder to which everyone can write. */
  folder: string;
  parent: number;
  /** The port of a server on this machine. */
  port: number;
}

export type Attempt = keyof typeof ATTEMPTS;

/** Messages to the parent that no regular child would send. */
export type Oddity = 'number' | 'command' | 'garbage' | 'too long' | 'two questions' | 'after the answer';

type Task = { loot: Loot } | { oddity: Oddity } | { sleepSeconds: number };

/** Each returns what it got, or throws. */
const ATTEMPTS = {
  // First, because the others open descriptors.
  'use a descriptor besides its pipe': () => strayDescriptors().length,
  'read the key': ({ keyFile }: Loot) => readFileSync(keyFile, 'utf8'),
  'read the parent’s environment': ({ parent }: Loot) => readFileSync(`/proc/${parent}/environ`, 'latin1'),
  'read the parent’s memory': ({ parent }: Loot) => readMemory(parent),
  'see other processes': ({ parent }: Loot) => readdirSync('/proc').includes(String(parent)),
  'read another tenant’s picture': ({ picture }: Loot) => readFileSync(picture).length,
  'read it with a native module': ({ picture }: Loot) => readAsPicture(picture),
  write: ({ folder }: Loot) => writeInto(join(folder, 'note')),
  'write with a native module': ({ folder }: Loot) => drawInto(join(folder, 'pixel.png')),
  'start a shell': () => execFileSync('/bin/sh', ['-c', 'id']).length,
  'start Node.js': () => execFileSync(process.execPath, ['--version']).length,
  connect: ({ port }: Loot) => connectTo(port),
  'signal the parent': ({ parent }: Loot) => process.kill(parent, 0),
};

/** The device number of `/dev/null` on Linux (null(4)): major number 1, minor number 3. */
const NULL_DEVICE = 0x103;

/** Open descriptors that lead out of this process, other than its pipe. */
function strayDescriptors(): number[] {
  const open = readdirSync(DESCRIPTORS).flatMap((name) => statOf(Number(name)) ?? []);
  const pipes = open.filter(({ stats }) => stats.isFIFO()).map(({ stats }) => stats.ino);
  // Node.js itself opens descriptors for events, which have no type, the null device, and pipes with both ends in
  // this process.
  const isOwn = ({ mode, rdev, ino }: Stats) =>
    (mode & constants.S_IFMT) === 0 ||
    rdev === NULL_DEVICE ||
    pipes.filter((pipe) => pipe === ino).length > 1;
  return open
    .filter(({ descriptor, stats }) => descriptor !== PIPE_FD && !isOwn(stats))
    .map(({ descriptor }) => descriptor);
}

/** Null for the descriptor through which the list itself was read. */
function statOf(descriptor: number): { descriptor: number; stats: Stats } | null {
  try {
    return { descriptor, stats: fstatSync(descriptor) };
  } catch {
    return null;
  }
}

/** Not every child may load it. */
const loadSharp = async () => (await import('sharp')).default;

async function readAsPicture(path: string): Promise<number> {
  const sharp = await loadSharp();
  return (await sharp(path).toBuffer()).length;
}

async function drawInto(path: string): Promise<unknown> {
  const sharp = await loadSharp();
  return sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toFile(path);
}

function writeInto(path: string): boolean {
  writeFileSync(path, 'was here');
  return true;
}

function readMemory(pid: number): number {
  const start = Number.parseInt(readFileSync(`/proc/${pid}/maps`, 'latin1').split('-')[0]!, 16);
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return readSync(memory, Buffer.alloc(64), 0, 64, start);
  } finally {
    closeSync(memory);
  }
}

const connectTo = (port: number) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy());
    socket.once('close', (failed) => !failed && resolve(true));
    socket.once('error', reject);
  });

async function attemptAll(loot: Loot): Promise<Record<string, 'nothing' | 'succeeds'>> {
  const results = Object.entries(ATTEMPTS).map(async ([name, attempt]) => {
    try {
      return [name, (await attempt(loot)) ? 'succeeds' : 'nothing'];
    } catch {
      return [name, 'nothing'];
    }
  });
  return Object.fromEntries(await Promise.all(results));
}

function beOdd(oddity: Oddity): void {
  const sayings: Record<Oddity, () => void> = {
    number: () => channel.send(5),
    command: () => channel.send({ cmd: 'NODE_HANDLE', type: 'net.Native' }),
    garbage: () => pipe.write(Buffer.from('00000004deadbeef', 'hex')),
    'too long': () => pipe.write(Buffer.from('ffffffff', 'hex')),
    'two questions': () => [1, 2].forEach((asks) => channel.send({ asks })),
    'after the answer': () => [1, 2].forEach((output) => channel.send({ ok: true, output })),
  };
  sayings[oddity]();
}

/** Starts a program and does not wait for it. @returns its process id */
const startSleep = (seconds: number) => spawn('/bin/sleep', [String(seconds)], { stdio: 'ignore' }).pid;

// Every child of the service does this before it opens anything.
closeInheritedDescriptors();
const pipe = new Socket({ fd: PIPE_FD });
const channel = new MessageChannel(
  pipe,
  (message) => {
    const { task } = message as { task: Task };
    if ('oddity' in task) beOdd(task.oddity);
    else if ('sleepSeconds' in task) channel.send({ ok: true, output: startSleep(task.sleepSeconds) });
    else void attemptAll(task.loot).then((output) => channel.send({ ok: true, output }));
  },
  () => process.exit(1),
);
pipe.once('close', () => process.exit(0));
