import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The descriptor at which a starting program finds its filter. */
export const FILTER_FD = 4;

/** A processor by its name in Linux, with the numbers of its system calls. */
interface Architecture {
  /** AUDIT_ARCH_* of linux/audit.h. */
  id: number;
  clone: number;
  /**
   * Calls that start programs, open sockets, or look into other processes and namespaces, and kernel interfaces that
   * attacks have used: decoding or writing a file needs none of them.
   */
  refused: readonly number[];
}

/** Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux. */
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    id: 0xc000003e,
    clone: 56,
    refused: [
      ...[57, 58, 322], // fork, vfork, execveat
      ...[41, 425], // socket, io_uring_setup
      ...[101, 310, 311, 438, 304], // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, open_by_handle_at
      ...[272, 308, 165, 166, 155], // unshare, setns, mount, umount2, pivot_root
      ...[321, 323, 298, 248, 249, 250], // bpf, userfaultfd, perf_event_open, add_key, request_key, keyctl
    ],
  },
  arm64: {
    id: 0xc00000b7,
    clone: 220,
    refused: [
      ...[281], // execveat
      ...[198, 425], // socket, io_uring_setup
      ...[117, 270, 271, 438, 265], // ptrace, process_vm_readv, process_vm_writev, pidfd_getfd, open_by_handle_at
      ...[97, 268, 40, 39, 41], // unshare, setns, mount, umount2, pivot_root
      ...[280, 282, 241, 217, 218, 219], // bpf, userfaultfd, perf_event_open, add_key, request_key, keyctl
    ],
  },
};
const CLONE3 = 435;
/** Numbers from here on belong to another calling convention of the same processor (x32). */
const OTHER_CONVENTION = 0x4000_0000;
/** Flag of `clone` for a thread of the same process (clone(2)). */
const CLONE_THREAD = 0x1_0000;

/** Instructions, offsets and verdicts (linux/bpf_common.h, linux/seccomp.h; errors: asm-generic/errno.h). */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_AT_LEAST = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const ALLOW = 0x7fff_0000;
const refuse = (error: number) => 0x5_0000 | error;
const NOT_PERMITTED = refuse(1);
/** Like a kernel without the call: libraries then fall back to an older one. */
const NOT_THERE = refuse(38);

/** One instruction, with the number of instructions to skip if its condition is true or false. */
function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

/** The filter (seccomp(2)), which allows all calls it does not know, including new threads. */
function filterFor({ id, clone, refused }: Architecture): Buffer {
  return Buffer.concat([
    instruction(LOAD, ARCHITECTURE),
    instruction(JUMP_IF_EQUAL, id, 1),
    instruction(RETURN, NOT_THERE),
    instruction(LOAD, NUMBER),
    instruction(JUMP_IF_AT_LEAST, OTHER_CONVENTION, 0, 1),
    instruction(RETURN, NOT_THERE),
    ...refused.flatMap((call) => [
      instruction(JUMP_IF_EQUAL, call, 0, 1),
      instruction(RETURN, NOT_PERMITTED),
    ]),
    // A filter cannot read the flags of clone3, which are in memory.
    instruction(JUMP_IF_EQUAL, CLONE3, 0, 1),
    instruction(RETURN, NOT_THERE),
    instruction(JUMP_IF_EQUAL, clone, 0, 3),
    instruction(LOAD, FIRST_ARGUMENT),
    instruction(JUMP_IF_ANY_BIT, CLONE_THREAD, 1),
    instruction(RETURN, NOT_PERMITTED),
    instruction(RETURN, ALLOW),
  ]);
}

const architecture = ARCHITECTURES[process.arch];
/** Whether there is a filter for this processor. */
export const HAS_FILTER = process.platform === 'linux' && architecture !== undefined;

let kept: number | undefined;

/**
 * Calls `start` with the descriptor of a filter to pass on as FILTER_FD.
 * @throws Error if there is no temporary folder
 */
export function withFilter<Result>(start: (descriptor: number) => Result): Result {
  kept ??= keep(filterFor(architecture!));
  // A descriptor of its own, because reading moves its position.
  const descriptor = openSync(`/proc/self/fd/${kept}`, 'r');
  try {
    return start(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Keeps bytes in a file without a name. @returns its descriptor */
function keep(bytes: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-filter-'));
  try {
    const file = join(folder, 'filter');
    writeFileSync(file, bytes, { mode: 0o600 });
    return openSync(file, 'r');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
