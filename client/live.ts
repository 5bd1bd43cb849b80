/**
 * Keeps regions of a page in step with the server: `data-live` names the topics that a region shows, plus `minute` if
 * it must also be refreshed every minute; its id identifies it in the refetched page.
 */
import { morph } from './morph.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Gap between two fetches, increasing while changes keep coming. */
const FIRST_GAP_MS = 1_000;
const LONGEST_GAP_MS = 10_000;
const ALL = '*';
/** The topic of changes caused only by time, such as a claim that lapses. The server does not announce it. */
const MINUTE = 'minute';
const MINUTE_MS = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const regions = () => [...document.querySelectorAll<HTMLElement>('[data-live]')];

/** @param prepare - applies scripts to a region before it is shown */
export function followLive(prepare: (region: Element) => void): void {
  if (regions().length === 0) return;
  const page = new LivePage(prepare);
  const follow = () => (document.hidden ? page.rest() : page.connect());
  document.addEventListener('visibilitychange', follow);
  addEventListener('pageshow', follow);
  addEventListener('pagehide', () => page.rest());
  follow();
}

/** Connected only while visible: a browser has few connections to one server, and nobody reads a hidden page. */
class LivePage {
  private source: EventSource | undefined;
  private timer: number | undefined;
  private clock: number | undefined;
  private waitMs = FIRST_WAIT_MS;
  private readonly due = new Set<string>();
  private isRenewing = false;

  constructor(private readonly prepare: (region: Element) => void) {}

  connect(): void {
    if (this.source) return;
    clearTimeout(this.timer);
    this.clock = window.setInterval(() => this.changed(MINUTE), MINUTE_MS);
    const source = (this.source = new EventSource('/dashboard/live'));
    // Earlier changes are not announced again.
    source.addEventListener('ready', () => this.changed(ALL));
    source.addEventListener('changed', ({ data }: MessageEvent<string>) =>
      this.changed((JSON.parse(data) as { topic: string }).topic),
    );
    source.addEventListener('ping', () => (this.waitMs = FIRST_WAIT_MS));
    source.addEventListener('ended', () => location.reload());
    source.onerror = () => this.reconnect();
  }

  rest(): void {
    clearTimeout(this.timer);
    clearInterval(this.clock);
    this.source?.close();
    this.source = undefined;
  }

  private reconnect(): void {
    this.rest();
    this.timer = window.setTimeout(() => this.connect(), this.waitMs * (0.5 + Math.random()));
    this.waitMs = Math.min(2 * this.waitMs, LONGEST_WAIT_MS);
  }

  private changed(topic: string): void {
    this.due.add(topic);
    if (!this.isRenewing) void this.renewWhileDue();
  }

  private async renewWhileDue(): Promise<void> {
    this.isRenewing = true;
    let gapMs = FIRST_GAP_MS;
    while (this.due.size > 0 && this.source) {
      const topics = new Set(this.due);
      this.due.clear();
      if (!(await this.renew(topics))) this.reconnect();
      await pause(gapMs);
      gapMs = Math.min(2 * gapMs, LONGEST_GAP_MS);
    }
    this.isRenewing = false;
  }

  /** @returns false if the page cannot be fetched now */
  private async renew(topics: ReadonlySet<string>): Promise<boolean> {
    const concerned = regions().filter(
      ({ dataset }) => topics.has(ALL) || dataset.live!.split(' ').some((topic) => topics.has(topic)),
    );
    if (concerned.length === 0) return true;
    const headers = { accept: 'text/html', 'x-unattended': '1' };
    const answer = await fetch(location.href, { headers }).catch(() => null);
    if (!answer || answer.status === 429 || answer.status >= 500) return false;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const found = concerned.map(({ id }) => page.getElementById(id));
    // The session or the page's subject no longer exists.
    if (answer.redirected || found.includes(null)) location.reload();
    else
      concerned.forEach((region, index) => {
        this.prepare(found[index]!);
        morph(region, found[index]!);
      });
    return true;
  }
}
