import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VIEWS_DIR } from '../../src/platform/config/paths.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { sharedBrowser } from '../support/browser.js';
import { declaredRoutes, NO_PAGES } from '../support/dashboard-routes.js';
import { type Office, openOffice } from '../support/office/office.js';
import { type OfficePage } from '../support/office/office-page.js';
import { OFFICE_PAGES } from '../support/office/pages.js';
import { PageWalk } from '../support/page-walk.js';
import { type PageWeight, uncompressed, weigh } from '../support/page-weight.js';
import { reducedIn } from '../support/reduced-counts.js';
import { SignOnSite } from '../support/sign-on-site.js';

const KIB = 1024;
/** For a first visit, without pictures. */
const MOST_BYTES = 150 * KIB;
/** The reader loads after the page, and only where a document is shown. */
const MOST_READER_BYTES = 520 * KIB;

const INSECURE: OfficePage = { name: 'insecure', as: () => null, address: () => 'sign-in' };

describe('every page of the dashboard', () => {
  let site: SignOnSite;
  let office: Office;
  let walk: PageWalk;
  const shown = new Set<string>();
  const weights = new Map<string, PageWeight>();

  beforeAll(async () => {
    site = await SignOnSite.start();
    const { test } = site;
    // Passkeys need a name.
    const origin = test.url.replace('127.0.0.1', 'localhost');
    Object.assign(test.settings, { publicUrl: origin });
    office = await openOffice(site, origin);
    const renderer = test.app.get(TemplateRenderer, { strict: false });
    const render = renderer.render.bind(renderer);
    renderer.render = (view, ...given) => {
      shown.add(view);
      return render(view, ...given);
    };
    walk = new PageWalk(test, await sharedBrowser(), origin);
  }, 120_000);

  afterAll(async () => {
    console.info(report(weights));
    await walk?.close();
    await site?.close();
  });

  async function visit({ name, as, address, act }: OfficePage): Promise<void> {
    shown.clear();
    const { page, sent } = await walk.open(as(office), address(office));
    const weight = weigh(sent);
    weights.set(name, weight);
    await act?.(page);
    expect([...shown]).toContain(viewOf(name));
    expect(await walk.look(page, name.replace(/\W+/g, '-'))).toEqual([]);
    expect(weight.page).toBeLessThanOrEqual(MOST_BYTES);
    expect(weight.reader).toBeLessThanOrEqual(MOST_READER_BYTES);
    expect(uncompressed(sent)).toEqual([]);
    // A refusal is a page with a status from 400 to 429, which browsers report.
    expect(walk.takeFailures().filter((failure) => !/status of 4\d\d/.test(failure))).toEqual([]);
  }

  const few = OFFICE_PAGES.filter((_page, index) => index % 3 === 0);
  it.each(reducedIn('pages', OFFICE_PAGES, few))(
    'the page is light, readable and complete at every size: $name',
    visit,
    120_000,
  );

  it('the page is light, readable and complete at every size: insecure', async () => {
    const { settings } = site.test;
    const { publicUrl } = settings;
    Object.assign(settings, { publicUrl: 'http://sign.kancelaria.test' });
    await visit(INSECURE).finally(() => Object.assign(settings, { publicUrl }));
  });

  it('every page is in this walk', () => {
    const routes = declaredRoutes().flatMap(({ method, path }) => (method === 'GET' ? path : []));
    const walked = OFFICE_PAGES.map(({ address }) => routeOf(address(office), routes));
    expect(routes.filter((route) => !walked.includes(route)).sort()).toEqual([...NO_PAGES].sort());
    const views = [...OFFICE_PAGES, INSECURE].map(({ name }) => viewOf(name));
    expect(pageViews().filter((view) => !views.includes(view))).toEqual([]);
  });
});

const viewOf = (name: string) => {
  const [view = ''] = name.split(':');
  return view.includes('/') ? view : `dashboard/${view}`;
};

/** The declared route of an address below `/dashboard/`: the matching one with the fewest parameters. */
function routeOf(address: string, routes: readonly string[]): string | undefined {
  const [path = ''] = address.split('?');
  return routes
    .filter((route) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .sort((one, other) => one.split(':').length - other.split(':').length)[0];
}

/** The views that are pages. */
function pageViews(): string[] {
  const folder = join(VIEWS_DIR, 'dashboard');
  return readdirSync(folder)
    .filter((file) => /\{\{#> layouts\//.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `dashboard/${file.replace(/\.hbs$/, '')}`);
}

/** The heaviest pages, and the weight of the reader. */
function report(weights: ReadonlyMap<string, PageWeight>): string {
  const heaviest = [...weights].sort(([, one], [, other]) => other.page - one.page);
  const kib = (bytes: number) => (bytes / KIB).toFixed(1);
  const lines = heaviest.map(
    ([name, { page, reader }]) =>
      `${kib(page)} KiB${reader ? ` and ${kib(reader)} KiB of the reader` : ''}: ${name}`,
  );
  return `First visits, as sent, without pictures:\n${lines.join('\n')}`;
}
