import axe from 'axe-core';
import { type Browser, type Page } from 'playwright-core';
import { type TestApp } from './app.js';
import { openPage, takePicture } from './browser.js';
import { type DashboardMember } from './dashboard-member.js';
import { reducedIn } from './reduced-counts.js';
import { type SentAnswer, SentBytes } from './sent-bytes.js';
import { until } from './until.js';

/** The widths at which a picture is taken: a phone and a desk. */
const PICTURED = [360, 1280];
const ALL_WIDTHS = [320, 360, 768, 1280, 1600];
/** Dark pages have the same layout as light ones, so one width of each layout shows most faults of their colours. */
const WIDTHS = { light: ALL_WIDTHS, dark: reducedIn('widths of dark pages', ALL_WIDTHS, PICTURED) };
const COLORS = ['light', 'dark'] as const;

/** The findings of axe on the page as it is shown now. The contents of frames are checked as separate pages. */
const examine = (only: readonly string[]) => `(async () => {
  const runOnly = ${JSON.stringify(only)};
  const { violations } = await axe.run({ resultTypes: ['violations'], iframes: false, preload: false, ...(runOnly.length && { runOnly }) });
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' · '));
})()`;
const SCROLLS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? ['scrolls sideways, to ' + scrollWidth] : [];
})()`;
/** Waits until new colours and sizes are painted. */
const PAINTED =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))';
/** Dark pages differ from light ones only in their colours (client/styles/tokens.css). */
const RULES = { light: [], dark: ['cat.color'] };

/** Walks through pages in one browser, each like a first visit with an empty cache, and checks it at every size. */
export class PageWalk {
  private readonly sent: SentBytes;
  private readonly opened = new Map<DashboardMember | null, Awaited<ReturnType<typeof openPage>>>();
  private readonly foreign: string[] = [];
  private visits = 0;

  constructor(
    test: TestApp,
    private readonly browser: Browser,
    private readonly origin: string,
  ) {
    this.sent = new SentBytes(test.app.getHttpServer());
  }

  /** Opens an address below `/dashboard/`. @param member - null for a person who is not signed in */
  async open(member: DashboardMember | null, address: string): Promise<{ page: Page; sent: SentAnswer[] }> {
    const page = await this.pageOf(member);
    // Each visit has its own address, because one address may not request so many pages within a minute.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8::${(++this.visits).toString(16)}` });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(sizeOf(1280));
    await page.goto('about:blank');
    await this.sent.take();
    await page.goto(`${this.origin}/dashboard/${address}`.replace(/\/$/, ''));
    await untilShown(page);
    return { page, sent: await this.sent.take() };
  }

  /** The faults of the page at any size, light or dark. */
  async look(page: Page, name: string): Promise<string[]> {
    const found: string[] = [];
    await page.evaluate(axe.source);
    for (const colorScheme of COLORS) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS[colorScheme]) {
        await page.setViewportSize(sizeOf(width));
        await page.evaluate(PAINTED);
        if (PICTURED.includes(width)) await takePicture(page, `walk-${name}-${width}-${colorScheme}`);
        const faults = await page.evaluate<string[]>(SCROLLS);
        faults.push(...(await page.evaluate<string[]>(examine(RULES[colorScheme]))));
        found.push(...faults.map((fault) => `${width} pixels, ${colorScheme}: ${fault}`));
      }
    }
    return found;
  }

  async close(): Promise<void> {
    for (const { context } of this.opened.values()) await context.close();
  }

  /**
   * Other faults since the last call: errors in scripts, resources that failed to load, and requests to other sites.
   */
  takeFailures(): string[] {
    const lists = [this.foreign, ...[...this.opened.values()].map(({ failures }) => failures)];
    return lists.flatMap((list) => list.splice(0));
  }

  private async pageOf(member: DashboardMember | null): Promise<Page> {
    const known = this.opened.get(member);
    if (known) return known.page;
    // Motion is reduced, so no colour is in transition while it is checked.
    const opened = await openPage(this.browser, { locale: 'en-GB', reducedMotion: 'reduce' });
    this.opened.set(member, opened);
    const { context, page } = opened;
    context.on('request', (request) => {
      const { protocol, origin, href } = new URL(request.url());
      const isForeign = protocol.startsWith('http') && origin !== this.origin;
      // The browser may leave for an issuer.
      if (isForeign && !request.isNavigationRequest()) this.foreign.push(`loads ${href}`);
    });
    // Without scripts axe would not run in them either. Other specs check their own answers.
    await context.route(/\/preview\//, async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy']?.replace(/;\s*sandbox[^;]*/, '');
      await route.fulfill({
        response,
        headers: { ...headers, ...(policy && { 'content-security-policy': policy }) },
      });
    });
    const cookies = [...(member?.cookies ?? [])];
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: this.origin })));
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    return page;
  }
}

const sizeOf = (width: number) => ({ width, height: width < 720 ? 780 : 800 });

/** Waits for fonts, pictures and the first page of a document. */
async function untilShown(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await until('pictures and documents are shown', () =>
    page.evaluate<boolean>(`[...document.images].every(({ loading, complete }) => complete || loading === 'lazy') &&
      [...document.querySelectorAll('[data-document]')].every((viewer) => viewer.querySelector('canvas'))`),
  );
}
