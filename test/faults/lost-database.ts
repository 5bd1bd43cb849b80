import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { count } from '../../bench/support/report.js';
import { Random } from '../../scripts/mrz/random.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { patience } from '../support/patience.js';
import { descendantsOf } from '../support/processes.js';
import { SIGNATURES } from '../support/samples.js';
import { until } from '../support/until.js';
import { expectComplete } from './completeness.js';
import { type Findings, seconds } from './findings.js';
import { Site } from './site.js';
import { expectNoHalfFiles } from './stored-files.js';
import { Workload } from './workload.js';

const SEED = 2027;
const TENANTS = 2;
/** Fewer requests than a key may make in a minute. */
const ASK_EVERY_MS = 100;
const WORK_MS = { least: 2_000, most: 5_000 };
const PAUSE_MS = 20_000;
/** The service's promise: it serves again within this time of the database's return. More on a busy machine. */
const LONGEST_BACK_MS = 5_000;
/** The most warnings and errors about one outage, whatever was under way: that the database does not answer. */
const MOST_LINES = 1;
const LINES_SHOWN = 8;
const LOOK_MS = 50;
const LONGEST_RETURN_MS = 60_000;
const LAST_LINES = 60;

/** The course of one outage. */
interface Outage {
  what: string;
  /** Until the database accepted connections again. */
  goneMs: number;
  /** From then until the service answered. */
  backMs: number;
  /** The answers during the outage to a caller who sends requests all the time. */
  answers: ApiResponse[];
  /** What happened to requests that got no answer. */
  cutOff: string[];
  lines: string[];
}

type Fault = (site: Site) => Promise<void>;

/** Kills or stops PostgreSQL under load: requests get 503 until it is back, and nothing is left half done. */
export async function lostDatabase(findings: Findings): Promise<void> {
  const kills = count('times killed', 10, 1);
  const pauses = count('times paused', 6, 1);
  // One more, whose key only the asker uses.
  const site = await Site.open(TENANTS + 1, { LOG_LEVEL: 'warn' });
  const workload = new Workload(site, SEED, site.tenants.slice(1));
  const random = new Random(SEED);
  try {
    workload.begin();
    const outages: Outage[] = [];
    const suffer = async (what: string, fault: Fault) => {
      await wait(random.between(WORK_MS.least, WORK_MS.most));
      outages.push(await observe(site, what, fault));
      tell(outages.at(-1)!, findings);
    };
    for (let kill = 0; kill < kills; kill++) await suffer('killed', killPostmaster);
    for (let pause = 0; pause < pauses; pause++)
      if (pause % 2 === 0) await suffer('all of it paused', pauseAll);
      else await suffer('only its postmaster paused', pausePostmaster);
    await workload.finish();
    workload.tell(findings);
    judge(outages, findings);
    for (const line of errorsIn(site.server.log)) console.log(`            ${line}`);
    await expectComplete(site, workload, findings);
    await expectNoHalfFiles(site, findings);
  } catch (error) {
    // The service's last lines tell why it did not come back.
    for (const line of site.server.log.slice(-LAST_LINES)) console.log(`            ${line.trimEnd()}`);
    throw error;
  } finally {
    workload.abandon();
    await site.close();
  }
}

async function killPostmaster({ server }: Site): Promise<void> {
  const dead = server.postmasterPid;
  process.kill(dead, 'SIGKILL');
  const another = () => server.postmasterPid !== dead;
  await until('there is another postmaster', () => orElse(false, another), {
    lookMs: LOOK_MS,
    longestMs: LONGEST_RETURN_MS,
  });
}

/** Stops only the postmaster: it accepts no new connection, while open ones work. */
async function pausePostmaster({ server }: Site): Promise<void> {
  await pause([server.postmasterPid]);
}

/** Stops the open connections as well. */
async function pauseAll({ server }: Site): Promise<void> {
  const { postmasterPid } = server;
  await pause([postmasterPid, ...descendantsOf(postmasterPid).map(({ pid }) => pid)]);
}

async function pause(pids: number[]): Promise<void> {
  const send = (signal: NodeJS.Signals) => {
    // A connection may have ended meanwhile.
    for (const pid of pids) orElse(false, () => process.kill(pid, signal));
  };
  send('SIGSTOP');
  await wait(PAUSE_MS);
  send('SIGCONT');
}

async function observe(site: Site, what: string, fault: Fault): Promise<Outage> {
  const { server } = site;
  const { databaseUrl } = server;
  const linesBefore = server.log.length;
  const asking = new Asker(site);
  const begun = performance.now();
  await fault(site);
  await until('the database accepts connections', () => accepts(databaseUrl), {
    lookMs: LOOK_MS,
    longestMs: LONGEST_RETURN_MS,
  });
  const returned = performance.now();
  await until('the service answers', () => asking.isServed(), {
    lookMs: ASK_EVERY_MS,
    longestMs: LONGEST_RETURN_MS,
  });
  const backMs = performance.now() - returned;
  await asking.end();
  const lines = server.log.slice(linesBefore);
  return { what, goneMs: returned - begun, backMs, answers: asking.answers, cutOff: asking.cutOff, lines };
}

/** Requests the list of signature requests all the time, within the limit of its key. */
class Asker {
  readonly answers: ApiResponse[] = [];
  /** Requests that got no answer, not even on another connection. */
  readonly cutOff: string[] = [];
  private readonly api: ApiClient;
  private readonly asking: Promise<void>;
  private isOver = false;

  constructor({ server, tenants }: Site) {
    this.api = new ApiClient(server.url, tenants[0]!.apiKey);
    this.asking = this.ask();
  }

  /** Tested with a new request, not one that has waited for the database. */
  async isServed(): Promise<boolean> {
    return (await this.api.get(`${SIGNATURES}?limit=1`)).status === 200;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.asking;
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      const ask = () => this.api.get(`${SIGNATURES}?limit=1`);
      // The connection may have carried an upload that was refused before its end, and be closed under this request.
      const answer = await ask().catch(() => ask().catch((error: Error) => error));
      if (answer instanceof Error) this.cutOff.push(`${answer.message}: ${String(answer.cause)}`);
      else this.answers.push(answer);
      await wait(ASK_EVERY_MS);
    }
  }
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function tell({ what, goneMs, backMs, answers, lines }: Outage, findings: Findings): void {
  const refused = answers.filter(({ status }) => status !== 200).length;
  findings.tried(
    `${what}: gone for ${seconds(goneMs)}, served ${seconds(backMs)} after its return; ${refused} of ${answers.length} answers refused, ${lines.length} lines`,
  );
  for (const line of lines.slice(0, LINES_SHOWN)) console.log(`            ${line}`);
}

function judge(outages: Outage[], findings: Findings): void {
  const faults = outages.flatMap(({ what, answers, cutOff }) => [
    ...answers
      .filter((answer) => !isKind(answer))
      .map(({ status, body }) => `${what}: ${status} ${JSON.stringify(body)}`),
    ...cutOff.map((error) => `${what}: ${error}`),
  ]);
  const answers = outages.reduce((sum, outage) => sum + outage.answers.length, 0);
  findings.none(
    'every answer meanwhile was 200, or 503 with Retry-After in the contract’s shape',
    faults,
    answers,
  );
  const longestMs = patience(LONGEST_BACK_MS);
  const worst = Math.max(...outages.map(({ backMs }) => backMs));
  findings.holds(
    `the service was back within ${seconds(longestMs)}`,
    worst <= longestMs,
    `longest ${seconds(worst)}`,
  );
  const talkative = outages.filter(({ lines }) => lines.length > MOST_LINES);
  const most = Math.max(...outages.map(({ lines }) => lines.length));
  findings.holds('no outage wrote more than one line', talkative.length === 0, `most ${most}`);
}

/** Log lines with unexpected errors. */
const errorsIn = (log: readonly string[]) =>
  log.filter((line) => line.startsWith('{"level":50') && line.includes('"requestId"'));

function isKind({ status, headers, body }: ApiResponse): boolean {
  if (status === 200) return true;
  const isContract = body.statusCode === 503 && body.code === 'database_unavailable';
  return status === 503 && isContract && Number(headers.get('retry-after')) > 0;
}

function orElse<Value>(otherwise: Value, work: () => Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
