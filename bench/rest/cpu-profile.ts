import { type Profiler, Session } from 'node:inspector/promises';

const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/;

/** Owner of a profile frame by package or, failing that, file; most specific first. */
const PARTS: [part: string, pattern: RegExp][] = [
  ['pg', /^(pg|pg-.*|postgres-.*)$/],
  ['Nest', /^(@nestjs\/.*|rxjs|reflect-metadata|iterare)$/],
  ['undici', /^(undici$|wasm:)/],
  ['TypeORM', /^typeorm$/],
  ['validation', /^(class-validator|class-transformer|validator)$/],
  ['Fastify and other packages', /^[@\w][^:/]*(\/[^:/]+)?$/],
  ['Node: crypto', /^node:(internal\/)?crypto/],
  ['Node: http, streams', /^node:/],
  ['our code', /^file:/],
];

/** Parts that are not JavaScript, by name. */
const NATIVE: Record<string, string> = {
  signOneShot: 'Node: crypto',
  update: 'Node: crypto',
  digest: 'Node: crypto',
  writeLatin1String: 'writing to sockets',
  writeUtf8String: 'writing to sockets',
  writeBuffer: 'writing to sockets',
  writev: 'writing to sockets',
};

/** Microseconds per part of a profile, without idle time. */
export type CpuShares = Record<string, number>;

/** Samples this process until the returned function is called. */
export async function startProfile(): Promise<() => Promise<CpuShares>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return sharesOf(profile);
  };
}

function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): CpuShares {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const shares: CpuShares = {};
  samples.forEach((id, index) => {
    const part = parts.get(id)!;
    if (part !== 'idle') shares[part] = (shares[part] ?? 0) + timeDeltas[index]!;
  });
  return shares;
}

function partOf({ functionName, url }: { functionName: string; url: string }): string {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '') return NATIVE[functionName] ?? 'sockets and the rest of V8';
  const owner = PACKAGE.exec(url)?.[1] ?? url;
  return PARTS.find(([, pattern]) => pattern.test(owner))![0];
}
