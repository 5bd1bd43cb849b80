import { type CpuShares } from './cpu-profile.js';
import { type Exercise } from './exercises.js';
import { type LoadOrder, type LoadResult } from './load-generator.js';
import { type Program } from './programs.js';
import { type Question } from './serving.js';

/** Result of one round. */
export interface Sample {
  /** Responses per second. */
  rate: number;
  /** CPU time of the server process per response, in microseconds. */
  cpu: number;
}

/** One of the two servers under comparison. */
export class Peer {
  private constructor(
    private readonly server: Program,
    private readonly port: number,
    private readonly load: Program,
    private readonly apiKey: string,
  ) {}

  /** Waits until the server listens. */
  static async of(server: Program, load: Program, apiKey: string): Promise<Peer> {
    return new Peer(server, await server.message<number>(), load, apiKey);
  }

  /** Sends the exercise once. */
  async fetch({ method, paths, body }: Exercise): Promise<Record<string, unknown>> {
    const headers = { 'x-api-key': this.apiKey, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${this.port}${paths[0]}`, { method, body, headers });
    return (await response.json()) as Record<string, unknown>;
  }

  async round(exercise: Exercise, milliseconds: number): Promise<Sample> {
    const before = await this.ask<number>('cpu');
    const { answered, seconds } = await this.press(exercise, milliseconds);
    const cpu = (await this.ask<number>('cpu')) - before;
    return { rate: answered / seconds, cpu: cpu / answered };
  }

  /** Microseconds of CPU time per response, by owner of the code. */
  async profile(exercise: Exercise, milliseconds: number): Promise<CpuShares> {
    await this.ask<true>('start profile');
    const { answered } = await this.press(exercise, milliseconds);
    const shares = await this.ask<CpuShares>('stop profile');
    return Object.fromEntries(Object.entries(shares).map(([part, time]) => [part, time / answered]));
  }

  /** @throws Error if any response has an unexpected status */
  private async press(exercise: Exercise, milliseconds: number) {
    const order: LoadOrder = { port: this.port, apiKey: this.apiKey, exercise, milliseconds };
    const result = await this.load.ask<LoadResult>(order);
    if ('error' in result) throw new Error(`${exercise.name}: ${result.error}`);
    return result;
  }

  private ask<Answer>(question: Question): Promise<Answer> {
    return this.server.ask<Answer>(question);
  }
}
