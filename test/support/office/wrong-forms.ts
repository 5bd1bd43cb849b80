import { pagesOf, press, sendUnchecked, type, unfold } from './office-page.js';

const owner = pagesOf((office) => office.owner);
const founder = pagesOf((office) => office.founder);
const reviewer = pagesOf((office) => office.reviewer);

/** Forms that come back with errors, where those look different from other forms. */
export const WRONG_FORMS = [
  owner(
    'prepare-fields: wrong numbers',
    ({ drafts }) => `signatures/${drafts.short}/fields?table`,
    async (page) => {
      await page.locator('[name=x-0]').fill('left');
      await page.locator('[name=width-1]').fill('-1');
      await press('Save and continue')(page);
    },
  ),
  reviewer(
    'review-case: wrong without a reason',
    ({ verifications }) => `reviews/${verifications.waiting}`,
    async (page) => {
      await unfold('Reject')(page);
      await press('Reject this person')(page);
    },
  ),
  reviewer(
    'review-case: wrong without a side',
    ({ verifications }) => `reviews/${verifications.waiting}`,
    async (page) => {
      await unfold('Ask')(page);
      await sendUnchecked('Ask the person')(page);
    },
  ),
  founder('people: wrong role of the last owner', 'people', async (page) => {
    await unfold('Change')(page);
    await page
      .getByLabel(/^Role of/)
      .first()
      .selectOption('reviewer');
    await press('Save')(page);
  }),
  owner('passkey-new: wrong name', 'account/passkeys/new', async (page) => {
    const following = page.waitForEvent('load');
    // The script would ask for a passkey first.
    await page.evaluate(`(() => {
      const form = document.querySelector('form[data-passkey]');
      form.elements.namedItem('label').value = 'x'.repeat(61);
      form.submit();
    })()`);
    await following;
  }),
  pagesOf((office) => office.halfIn)('sign-in-code: wrong recovery code', 'sign-in/code', async (page) => {
    await unfold('I do not have my phone')(page);
    await type('Recovery code', 'abcd-efgh-abcd', press('Sign in with this code'))(page);
  }),
];
