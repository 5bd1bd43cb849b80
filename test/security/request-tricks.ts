import { faultsOfError } from './answer-check.js';
import { type Installation, type Tenant } from './installation.js';
import { SIGNATURES } from './paths.js';
import { exchangeRaw, type RawAnswer } from './raw-client.js';
import { Tally } from './tally.js';
import { headTricks, pathTricks, type Trick } from './tricks.js';
import { type World, WorldBuilder } from './world.js';

/** Words from files that no answer may contain. */
const OUTSIDE = /root:.*:0:0:|"name": "countersign"|PRIVATE KEY|encryption\.key/;
const AT_ONCE = 8;

/** Sends paths, headers and framings that proxies and servers interpret differently. */
export class RequestTricks {
  readonly tally = new Tally('header and path tricks');
  /** Words that only the owner's answers contain. */
  private ownersWords: string[] = [];

  constructor(
    private readonly site: Installation,
    private readonly worlds: readonly World[],
  ) {}

  async run(): Promise<void> {
    const [owner] = this.worlds as [World];
    const { body } = await owner.tenant.api.get(`${SIGNATURES}/${owner.requests.created.id}`);
    const signers = body.signers as { name: string; email: string }[];
    this.ownersWords = [body.senderName as string, ...signers.flatMap(({ name, email }) => [name, email])];
    const stranger = await this.site.createTenant();
    const own = await new WorldBuilder(this.site, stranger).draft('fast');
    const targets = {
      foreign: String(owner.requests.created.id),
      own: String(own),
      token: owner.requests.created.links[0]!.split('/').at(-1)!,
      apiKey: stranger.apiKey,
    };
    const tricks = [...pathTricks(targets), ...headTricks(targets)];
    const left = tricks.values();
    const work = async () => {
      for (const trick of left) await this.try(trick);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await this.tryForgedHost(targets.token);
    await this.expectUnchanged(owner.tenant, targets.foreign, stranger, targets.own);
    console.log(`  ${tricks.length} tricks`);
  }

  private async try({ name, bytes }: Trick): Promise<void> {
    const { answers, isClosed } = await exchangeRaw(this.site.url, bytes);
    const faults = answers.flatMap((answer) => faultsOf(answer, this.ownersWords));
    if (answers.length === 0 && !isClosed) faults.push('neither answered nor closed');
    this.tally.record(name, faults);
  }

  /** Checks that no page repeats the host that a client claims. */
  private async tryForgedHost(token: string): Promise<void> {
    for (const name of ['host', 'x-forwarded-host', 'x-original-host', 'forwarded', 'x-forwarded-prefix']) {
      const value = name === 'forwarded' ? 'host=evil.test;proto=https' : 'evil.test';
      const answer = await this.site.wire.send({
        method: 'GET',
        path: `/sign/${token}`,
        headers: { [name]: value },
      });
      const isRepeated =
        answer.bytes.includes('evil.test') || JSON.stringify(answer.headers).includes('evil.test');
      this.tally.expect(`a page with ${name}: evil.test`, answer.status < 500 && !isRepeated, 'repeats it');
    }
  }

  /** Checks that no trick has cancelled anything. */
  private async expectUnchanged(
    owner: Tenant,
    foreign: string,
    stranger: Tenant,
    own: string,
  ): Promise<void> {
    for (const [whose, api, id] of [
      ["the owner's request", owner.api, foreign],
      ["the stranger's own request", stranger.api, own],
    ] as const)
      this.tally.expect(whose, (await api.get(`${SIGNATURES}/${id}`)).status === 200, 'is gone');
  }
}

function faultsOf(answer: RawAnswer, ownersWords: string[]): string[] {
  const { status, headers, body } = answer;
  if (status >= 500) return [`${status} ${body.toString().slice(0, 200)}`];
  const faults: string[] = [];
  if (ownersWords.some((word) => body.includes(word))) faults.push("shows another organization's data");
  if (OUTSIDE.test(body.toString('latin1'))) faults.push('shows a file of the server');
  if (status === 100) return faults;
  if (!headers['x-request-id']) faults.push(`${status} without x-request-id`);
  const isJson = headers['content-type']?.startsWith('application/json');
  // The answer to HEAD has the headers of a body that is not sent.
  if (status >= 400 && isJson && body.length > 0) {
    const others = faultsOfError({ status, headers, bytes: body });
    // Rate headers belong to the API only.
    faults.push(...others.filter((fault) => !fault.includes('x-ratelimit')));
  } else if (status >= 400 && !headers['content-type']?.startsWith('text/html') && body.length > 0)
    faults.push(`${status} in another shape`);
  return faults;
}
