import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../scripts/mrz/random.js';
import { filesFolder } from '../../src/platform/storage/files-folder.js';
import { type BodyRoute, bodyRoutes, bytesOf } from '../support/body-routes.js';
import { DashboardMember, PASSWORD } from '../support/dashboard-member.js';
import { textPdf } from '../support/pdf-samples.js';
import { shuffled } from '../support/random-forms.js';
import { until } from '../support/until.js';
import { type Installation } from './installation.js';
import { openSocket } from './raw-client.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';

/** Organizations whose routes take turns, because keys and links have their own rates. */
const ORGANIZATIONS = 3;
const AT_ONCE = 8;
/** For work that continues although nobody waits for it. */
const SETTLES_MS = 60_000;
/** At most this much of a request's life is divided into milliseconds. */
const LONGEST_LIFE_MS = 400;

/** A route, and how long its request takes. */
interface Life {
  route: BodyRoute;
  ms: number;
}

/** Hangs up at every millisecond of a request's life, on every route that takes a body. */
export class HangUps {
  readonly tally = new Tally('clients that hang up');
  private readonly random: Random;
  private closed = 0;

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async run(): Promise<void> {
    const begun = this.site.server.output.length;
    const lives = await this.measure(await this.routes());
    const left = this.moments(lives);
    const hangUp = async () => {
      for (const [route, ms] of left) await this.hangUp(route, ms);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, hangUp));
    const kinds = new Set(lives.map(({ route }) => nameOf(route))).size;
    console.log(`  ${this.closed} connections closed on ${kinds} routes`);
    await this.expectNothingLeft(lives);
    this.expectNoErrors(this.site.server.output.slice(begun));
  }

  private async routes(): Promise<BodyRoute[]> {
    const routes: BodyRoute[] = [];
    for (let made = 0; made < ORGANIZATIONS; made++) {
      const { api, apiKey, ownerLink } = await this.site.createTenant();
      const member = new DashboardMember(this.site.url, '');
      await member.send(ownerLink.split('/dashboard/')[1]!, { password: PASSWORD });
      routes.push(...(await bodyRoutes(api, apiKey, member, await textPdf())));
    }
    return routes;
  }

  /** Sends each request once and waits for its answer, which must not be a fault. */
  private async measure(routes: BodyRoute[]): Promise<Life[]> {
    const lives: Life[] = [];
    for (const route of routes) {
      const begun = performance.now();
      await this.expectServed(route);
      lives.push({ route, ms: Math.min(LONGEST_LIFE_MS, Math.ceil(performance.now() - begun)) });
    }
    return lives;
  }

  /**
   * A millisecond of each life in turn, until there are enough: each time another one, so that the ends of long lives
   * have their turn as well.
   */
  private *moments(lives: Life[]): Generator<[BodyRoute, number]> {
    const left = lives.map(({ route, ms }) => ({
      route,
      times: shuffled(
        this.random,
        Array.from({ length: ms + 1 }, (_, at) => at),
      ),
    }));
    for (let round = 0; this.closed < this.scale.hangUps; round++)
      for (const { route, times } of left)
        if (this.closed < this.scale.hangUps) yield [route, times[round % times.length]!];
  }

  private async hangUp(route: BodyRoute, ms: number): Promise<void> {
    this.closed++;
    const socket = openSocket(this.site.url).resume();
    await once(socket, 'connect');
    socket.write(bytesOf(route, this.address()));
    if (ms > 0) await wait(ms);
    if (this.random.chance(0.5)) socket.destroy();
    else socket.resetAndDestroy();
  }

  private async expectServed(route: BodyRoute): Promise<void> {
    const { method, path, headers, body } = withoutKept(route);
    const from = { ...headers, 'x-forwarded-for': this.address() };
    const { status } = await this.site.wire.send({ method, path, headers: from, body });
    this.tally.expect(nameOf(route), status >= 200 && status < 500 && status !== 429, `got ${status}`);
  }

  private async expectNothingLeft(lives: Life[]): Promise<void> {
    const held = () => this.heldSlots();
    const free = await until('all slots are free', async () => (await held()).length === 0, {
      longestMs: SETTLES_MS,
    }).catch(() => false);
    this.tally.expect('slots', free, `are held: ${(await held()).join(', ')}`);
    const isClean = () => this.partialFiles().length === 0;
    const clean = await until('no part of a file is left', isClean).catch(() => false);
    this.tally.expect('parts of files', clean, `are left: ${this.partialFiles().length}`);
    this.tally.expect('readiness', await this.site.isAlive(), 'is lost');
    for (const { route } of lives.slice(0, lives.length / ORGANIZATIONS)) await this.expectServed(route);
  }

  private expectNoErrors(lines: string[]): void {
    const errors = lines.filter((line) => /"level":[56]0\b/.test(line));
    this.tally.expect('the log', errors.length === 0, `has ${errors.length} errors, such as ${errors[0]}`);
  }

  /** The slot figures, without free slots. */
  private async heldSlots(): Promise<string[]> {
    const figures = await this.site.figures();
    return figures.filter((line) => /^countersign_slots(?:\{.*\}|_reclaimed_total) [^0]/.test(line));
  }

  private partialFiles(): string[] {
    const folder = filesFolder(this.site.dataDir);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true }).filter((name) =>
      String(name).endsWith('.part'),
    ) as string[];
  }

  /** A random address. */
  private address(): string {
    return `198.${this.random.between(18, 19)}.${this.random.between(0, 255)}.${this.random.between(1, 254)}`;
  }
}

/** Without the links of routes, which are secret and differ between organizations. */
const nameOf = ({ method, path, headers }: BodyRoute) =>
  `${method} ${path.replace(/\b[0-9a-f]{64}\b|\b\d+\b/g, '*')} ${headers['content-type']!.split(';')[0]}`;

/** Without the key, because a request with a key is carried out only once. */
function withoutKept(route: BodyRoute): BodyRoute {
  const headers = { ...route.headers };
  delete headers['idempotency-key'];
  return { ...route, headers };
}
