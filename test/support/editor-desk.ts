import { type Browser } from 'playwright-core';
import { DraftForms } from '../../src/signatures/form/draft-forms.js';
import { startTestApp, type TestApp, type TestOrganization } from './app.js';
import { type DESK, openPage, sharedBrowser } from './browser.js';
import { type DashboardMember, signedIn } from './dashboard-member.js';
import { textPdf } from './pdf-samples.js';
import { ANNA, JONAS } from './signing-requests.js';

const PEOPLE: [string, string][] = [ANNA, JONAS].flatMap(({ email, name }, index) => [
  [`email-${index}`, email],
  [`person-${index}`, name!],
  [`order-${index}`, String(index + 1)],
]);

/** An owner at the dashboard, who places the fields of drafts in a browser. */
export class EditorDesk {
  private constructor(
    readonly test: TestApp,
    readonly acme: TestOrganization,
    readonly owner: DashboardMember,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<EditorDesk> {
    const test = await startTestApp();
    const acme = await test.createOrganization({ name: 'Meridian Notaries' });
    return new EditorDesk(test, acme, await signedIn(test, acme), await sharedBrowser());
  }

  close(): Promise<void> {
    return this.test.close();
  }

  /** A draft with a lease of two pages, and with Anna and Jonas as its signers. */
  async draft(): Promise<number> {
    const lease = { name: 'Lease.pdf', bytes: await textPdf(2) };
    const { location } = await this.owner.upload('signatures/new', { type: 'fast', documentName: '' }, lease);
    const id = Number(/^\/signatures\/(\d+)\/signers$/.exec(location!)![1]);
    await this.owner.send(`signatures/${id}/signers`, PEOPLE);
    return id;
  }

  async open(id: number, look: typeof DESK) {
    const opened = await openPage(this.browser, look);
    const cookies = this.owner.cookie.split('; ').map((cookie) => {
      const [name, value] = cookie.split('=') as [string, string];
      return { name, value, url: this.test.url };
    });
    await opened.context.addCookies(cookies);
    await opened.page.goto(`${this.test.url}/dashboard/signatures/${id}/fields`);
    await opened.page.locator('.document-page canvas').first().waitFor();
    return opened;
  }

  /** The form as it is kept. */
  stored(signatureId: number) {
    const { organizationId } = this.acme;
    return this.test.app.get(DraftForms).read({ organizationId, signatureId });
  }
}
