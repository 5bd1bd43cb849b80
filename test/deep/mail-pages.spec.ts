import { type Settings } from '../../src/platform/config/settings.js';
import { MailRenderer } from '../../src/platform/mail/mail-renderer.js';
import { LOCALES } from '../../src/platform/templates/locales.js';
import { TemplateRenderer } from '../../src/platform/templates/template-renderer.js';
import { openPage, PHONE, sharedBrowser, takePicture } from '../support/browser.js';
import { exampleMessages } from '../support/mail-examples.js';
import { textFaults } from '../support/page-texts.js';

const NARROW = { ...PHONE, viewport: { width: 320, height: 568 }, deviceScaleFactor: 1 };

describe('mails', () => {
  const settings = { mailFrom: 'Countersign <no-reply@sign.example>' } as Settings;
  const renderer = new MailRenderer(settings, new TemplateRenderer());

  it.each(LOCALES)('mails fit the narrowest phone, in %s', async (locale) => {
    const { page, context } = await openPage(await sharedBrowser(), NARROW);
    const faults: Record<string, string[]> = {};
    for (const [index, message] of exampleMessages(locale).entries()) {
      await page.setContent(renderer.render(message, 'a1', new Date()).html);
      await takePicture(page, `mail-${locale}-${message.template}-${index}`);
      const found = await textFaults(page);
      if (found.length > 0) faults[`${message.template} ${index}`] = found;
    }
    expect(faults).toEqual({});
    await context.close();
  });
});
