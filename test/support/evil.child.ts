import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { join } from 'node:path';
import { MessageChannel, PIPE_FD } from '../../src/platform/child-process/message-channel.js';

/** What a child in hostile hands goes for. */
export interface Loot {
  /** A file that only the service's account may read. */
  keyFile: string;
  /** A picture of another tenant, in a folder that only that account may enter. */
  picture: string;
  /** A folder that everybody may write to. */
  folder: string;
  parent: number;
  /** Of a server on this machine. */
  port: number;
}

export type Attempt = keyof typeof ATTEMPTS;

/** Sends the parent what no child of ours would. */
export type Oddity = 'number' | 'command' | 'garbage' | 'too long' | 'two questions' | 'after the answer';

type Task = { loot: Loot } | { oddity: Oddity };

/** Each returns what it got, or throws. */
const ATTEMPTS = {
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

const pipe = new Socket({ fd: PIPE_FD });
const channel = new MessageChannel(
  pipe,
  (message) => {
    const { task } = message as { task: Task };
    if ('oddity' in task) beOdd(task.oddity);
    else void attemptAll(task.loot).then((output) => channel.send({ ok: true, output }));
  },
  () => process.exit(1),
);
pipe.once('close', () => process.exit(0));
