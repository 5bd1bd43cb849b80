import { type Program } from '../rest/programs.js';
import { type Scene } from './scene.js';

export interface Drained {
  /** Deliveries per second, from the first receipt to the last recorded result. */
  rate: number;
  /** Processor time of the process, in µs per delivery. */
  worker: number;
  /** Processor time of the database server. */
  server: number;
}

/** Lets the process that `start` starts deliver what is waiting, until `finished` resolves. */
export async function drainBy(
  scene: Scene,
  start: () => Promise<Program>,
  finished: () => Promise<void>,
): Promise<Drained> {
  const worker = await start();
  const [workerBefore, serverBefore] = [await worker.ask<number>('cpu'), await scene.serverTime()];
  const early = await scene.countReceived();
  await finished();
  const ended = performance.timeOrigin + performance.now();
  const cpu = (await worker.ask<number>('cpu')) - workerBefore;
  const server = (await scene.serverTime()) - serverBefore;
  await worker.stop();
  const arrivals = await scene.takeArrivals();
  const began = arrivals.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
  const measured = arrivals.length - early;
  return {
    rate: (arrivals.length / (ended - began)) * 1_000,
    worker: cpu / measured,
    server: (server * 1_000) / measured,
  };
}
