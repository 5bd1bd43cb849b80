import { type Page } from 'playwright-core';
import { BULK_PAGES } from './bulk-pages.js';
import { type OfficePage, pagesOf, press, sendUnchecked, type, unfold } from './office-page.js';
import { REVIEWS } from './review-pages.js';
import { TEMPLATE_PAGES } from './template-pages.js';
import { WRONG_FORMS } from './wrong-forms.js';

const owner = pagesOf((office) => office.owner);
const founder = pagesOf((office) => office.founder);
const reviewer = pagesOf((office) => office.reviewer);
const nobody = pagesOf(() => null);

const OVERVIEWS = [
  owner('overview', ''),
  founder('overview: of a new organization', ''),
  reviewer('overview: of a reviewer', ''),
  owner('overview: with its menu', '', (page) => page.locator('.menu summary').click()),
  founder('mail', 'mail'),
  founder('mail: sent', 'mail', press('Send a test email')),
];

const REQUESTS = [
  owner('signatures', 'signatures'),
  owner('signatures: nothing found', 'signatures?subject=nothing+like+it'),
  owner('signatures: sorted', 'signatures?sortBy=dateSent'),
  owner('signatures: wrong filter', 'signatures?dateFrom=2026-02-31&dateTo=2026-02-28&fileName=%00'),
  owner('signatures: cancelled', 'signatures?status=cancelled'),
  owner('signatures: unknown state', 'signatures?status=bogus'),
  founder('signatures: none', 'signatures'),
  owner('signature: sent', ({ requests }) => `signatures/${requests.sent}`, unfold('More')),
  owner(
    'signature: link',
    ({ requests }) => `signatures/${requests.inPerson}`,
    async (page) => {
      await unfold('More')(page);
      await press('Show this signer’s link')(page);
    },
  ),
  ...(
    [
      'partlySigned',
      'completed',
      'several',
      'rejected',
      'expired',
      'scheduled',
      'unsealed',
      'cancelled',
    ] as const
  ).map((state) => owner(`signature: ${state}`, ({ requests }) => `signatures/${requests[state]}`)),
  owner('signature-verdict', ({ requests }) => `signatures/${requests.completed}/verdict`),
  owner('signature: to correct', ({ requests }) => `signatures/${requests.scheduled}`, unfold('More')),
  owner(
    'signature: to cancel',
    ({ requests }) => `signatures/${requests.scheduled}`,
    unfold('Cancel this request'),
  ),
  owner('signature: draft', ({ drafts }) => `signatures/${drafts.prepared}`, unfold('Details for support')),
];

/** Preview screens that look different, with their views. */
const SCREENS = [
  ['side', 'not-your-turn'],
  ['landing', 'landing'],
  ['document', 'document'],
  ['consent', 'consent'],
  ['done', 'done'],
] as const;

const DRAFTS = [
  owner('prepare-new', 'signatures/new'),
  owner('prepare-new: without a document', 'signatures/new', async (page) => {
    const following = page.waitForEvent('load');
    // As without the script, which would send it in the background.
    await page.evaluate("document.querySelector('form.prepare').submit()");
    await following;
  }),
  owner('prepare-document', ({ drafts }) => `signatures/${drafts.prepared}/document`),
  owner('prepare-document: several', ({ drafts }) => `signatures/${drafts.several}/document`),
  owner('prepare-signers', ({ drafts }) => `signatures/${drafts.prepared}/signers`),
  owner('prepare-signers: first', ({ drafts }) => `signatures/${drafts.begun}/signers`),
  owner(
    'prepare-signers: wrong',
    ({ drafts }) => `signatures/${drafts.begun}/signers`,
    type('Email address', 'anna', sendUnchecked('Save and continue')),
  ),
  owner('prepare-fields', ({ drafts }) => `signatures/${drafts.prepared}/fields`),
  owner(
    'prepare-fields: one chosen',
    ({ drafts }) => `signatures/${drafts.prepared}/fields`,
    async (page) => {
      await page.locator('.field-mark').first().focus();
      await page.locator('.field-more .field-rules').first().waitFor({ state: 'attached' });
    },
  ),
  owner('prepare-fields: second document', ({ drafts }) => `signatures/${drafts.several}/documents/2/fields`),
  owner('prepare-fields: as numbers', ({ drafts }) => `signatures/${drafts.short}/fields?table`),
  owner('prepare-check', ({ drafts }) => `signatures/${drafts.prepared}/check`),
  owner('prepare-check: several', ({ drafts }) => `signatures/${drafts.several}/check`),
  owner('prepare-preview', ({ drafts }) => `signatures/${drafts.prepared}/preview/2`),
  ...SCREENS.map(([view, screen]) =>
    owner(
      `signing/${view}: preview of a request`,
      ({ drafts }) => `signatures/${drafts.short}/preview/2/${screen}`,
    ),
  ),
];

const VERIFICATIONS = [
  owner('verifications', 'verifications'),
  owner('verifications: wrong filter', 'verifications?dateFrom=2026-03-02&dateTo=2026-03-01'),
  founder('verifications: none', 'verifications'),
  owner('verification-new', 'verifications/new'),
  owner('verification-new: wrong', 'verifications/new', sendUnchecked('Send the link')),
  ...(['pending', 'expired', 'approved', 'rejected', 'faced'] as const).map((state) =>
    owner(`verification: ${state}`, ({ verifications }) => `verifications/${verifications[state]}`),
  ),
  owner(
    'verification: to erase',
    ({ verifications }) => `verifications/${verifications.approved}`,
    unfold('Erase'),
  ),
];

const enterHeader = (name: string) => async (page: Page) => {
  await page.getByLabel('Name').first().fill(name);
  await page.getByLabel('Value').first().fill('a secret of the gateway');
  await press('Save the headers')(page);
};

const DELIVERIES = [
  owner('deliveries', 'deliveries'),
  owner('deliveries: wrong filter', 'deliveries?from=yesterday&subjectId=x'),
  founder('deliveries: none', 'deliveries'),
  owner('signature-check', 'deliveries/check'),
  owner('signature-check: without a signature', 'deliveries/check', async (page) => {
    await page
      .getByLabel('Headers')
      .fill('content-type: application/json\nwebhook-id: msg_2KWPBgLlAfxdpx2AI54pPJ85f4W');
    await page.getByLabel('Body').fill('{ "event": "signature.completed" ');
    await press('Check')(page);
  }),
  owner('delivery: delivered', ({ deliveries }) => `deliveries/${deliveries.delivered}`),
  owner('delivery: failed', ({ deliveries }) => `deliveries/${deliveries.failed}`, unfold('Response body')),
  owner('replay-new', 'deliveries/replays/new'),
  owner('replay-new: counted', 'deliveries/replays/new?from=2026-01-01T00:00&to=2099-01-01T00:00'),
  owner('replay-new: wrong', 'deliveries/replays/new?from=&to=2026-02-30T10:00'),
  owner('replay', ({ deliveries }) => `deliveries/replays/${deliveries.replay}`),
  owner('delivery: waiting', ({ deliveries }) => `deliveries/${deliveries.waiting}`, unfold('curl')),
  owner('endpoint', 'endpoint'),
  founder('endpoint: none', 'endpoint'),
  founder('endpoint: wrong', 'endpoint', type('Address', 'ftp://harbour.test', sendUnchecked('Save'))),
  owner('endpoint-secret', 'endpoint/secret'),
  owner('endpoint: secret shown', 'endpoint/secret', press('Replace the secret')),
  owner('endpoint: paused', 'endpoint', press('Pause deliveries')),
  owner('endpoints', 'endpoints'),
  founder('endpoints: only the first', 'endpoints'),
  owner('endpoint-new', 'endpoints/new'),
  owner('endpoint-new: wrong', 'endpoints/new', async (page) => {
    await page.getByLabel('Name').fill('Archive of the harbour');
    await type('Address', 'ftp://harbour.test', sendUnchecked('Add an endpoint'))(page);
  }),
  owner('endpoint: further', ({ deliveries }) => `endpoints/${deliveries.furtherEndpoint}`),
  owner('endpoint: held', ({ deliveries }) => `endpoints/${deliveries.heldEndpoint}`),
  owner('endpoint-secret: further', ({ deliveries }) => `endpoints/${deliveries.furtherEndpoint}/secret`),
  owner('endpoint-delete', 'endpoint/delete'),
  owner('endpoint-delete: further', ({ deliveries }) => `endpoints/${deliveries.furtherEndpoint}/delete`),
  owner('endpoint-headers', 'endpoint/headers'),
  owner('endpoint-headers: wrong', 'endpoint/headers', enterHeader('Cookie')),
  owner(
    'endpoint: with headers',
    ({ deliveries }) => `endpoints/${deliveries.furtherEndpoint}/headers`,
    enterHeader('Cf-Access-Client-Secret'),
  ),
  owner(
    'endpoint: disabled',
    ({ deliveries }) => `endpoints/${deliveries.furtherEndpoint}`,
    press('Disable the endpoint'),
  ),
];

const KEYS = [
  owner('api-key', 'api-key'),
  founder('api-key-new', 'api-key/new'),
  founder('api-key: shown', 'api-key/new', press('Create the key')),
  founder('api-key-revoke', 'api-key/revoke'),
  founder('api-key-test', 'api-key/test'),
  founder('api-key: none', 'api-key/revoke', press('Revoke the key')),
  owner('sign-on', 'sign-on', unfold('Remove single sign-on')),
  founder('sign-on: none', 'sign-on'),
  founder('sign-on-edit', 'sign-on/edit'),
  founder('sign-on-edit: wrong', 'sign-on/edit', sendUnchecked('Check and save')),
];

const PEOPLE = [
  owner('people', 'people', unfold('Change')),
  founder('people: the last owner', 'people', async (page) => {
    await unfold('Change')(page);
    await press('Remove from the organization')(page);
  }),
  founder('people: two reviewers', 'people', press('Require two reviewers')),
  owner('invite', 'people/invite'),
  owner(
    'invite: wrong',
    'people/invite',
    type('Email address', 'anna', sendUnchecked('Send the invitation')),
  ),
  owner('activity', 'activity'),
  owner('activity: wrong filter', 'activity?id=seven&from=2026-02-31'),
  owner('activity: filtered', 'activity?type=signature_sent'),
  owner('activity-check', 'activity/check'),
];

const PREVIEWS = {
  'signing/landing': 'signing',
  'verification/start': 'verification',
};

const SETTINGS = [
  owner('settings', 'settings'),
  owner('settings: wrong', 'settings', type('Colour', 'blue', press('Save'))),
  ...Object.entries(PREVIEWS).map(([view, part]) => owner(`${view}: preview`, `settings/preview/${part}`)),
  owner('preview-problem', 'settings', async (page) => {
    await page.getByLabel('Name', { exact: true }).fill('');
    // Otherwise it would be shown in the frame.
    await page.evaluate("document.querySelector('[data-preview]').removeAttribute('formtarget')");
    await press('Signing')(page);
  }),
  owner('rules', 'settings/rules'),
  owner('trust', 'settings/trust'),
  owner('person', 'settings/person'),
  owner(
    'person: what would go',
    'settings/person',
    type('Email address of the person', 'anna@signers.test', press('See what would be erased')),
  ),
  owner(
    'person: wrong',
    'settings/person',
    type('Email address of the person', 'ann', sendUnchecked('Export')),
  ),
];

const ACCOUNT = [
  owner('reading', 'account/reading'),
  owner('account', 'account'),
  founder('account: new', 'account'),
  owner('recovery-codes', 'account', press('Create new recovery codes')),
  founder('second-step', 'account/second-step'),
  owner('passkey-new', 'account/passkeys/new'),
  owner('confirm', 'confirm'),
  owner('confirm: wrong', 'confirm', type('Password', 'wrong', sendUnchecked('Continue'))),
  owner('confirm-passkey', 'confirm/passkey'),
];

const ENTRANCE = [
  nobody('sign-in', 'sign-in'),
  nobody('sign-in: wrong', 'sign-in', async (page) => {
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await type('Email address', 'nobody@kancelaria.test', press('Sign in'))(page);
  }),
  pagesOf((office) => office.halfIn)('sign-in-code', 'sign-in/code', unfold('I do not have my phone')),
  nobody('sign-in-passkey', 'sign-in/passkey'),
  nobody('sign-on-code', 'sign-in/with'),
  nobody(
    'sign-on-code: unknown',
    'sign-in/with',
    type('Sign-in address of your organization', 'none', press('Continue')),
  ),
  nobody('sign-on-enter', ({ entrance }) => entrance),
  nobody(
    'sign-on-leave',
    ({ entrance }) => entrance,
    async (page) => {
      // The browser would leave at once; an empty answer keeps it here.
      await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
      await press(/Sign in with/)(page);
    },
  ),
  nobody('sign-on-problem', 'sign-in/back?error=access_denied'),
  nobody('forgotten-password', 'forgotten-password'),
  nobody('reset-sent', 'forgotten-password', type('Email address', 'anna@acme.test', press('Send the link'))),
  nobody('welcome', ({ welcome }) => welcome),
  nobody('welcome: too short', ({ welcome }) => welcome, type('New password', 'short', press('Save'))),
  nobody('welcome: invited', ({ invited }) => invited.stranger),
  nobody('join: not signed in', ({ invited }) => invited.member),
  founder('join', ({ invited }) => invited.member),
  owner('join: somebody else', ({ invited }) => invited.member),
  nobody('dead-link', `welcome/${'0'.repeat(64)}`),
  nobody('dead-link: of an invitation', `invitation/${'0'.repeat(64)}`),
];

const REFUSALS = [
  owner('failure: unknown', 'nothing-here'),
  owner('failure: of another organization', 'signatures/999999'),
  reviewer('failure: not open to reviewers', 'endpoint'),
  nobody('pages/error: unknown to people who are not signed in', 'nothing-here'),
];

/** Every page of the dashboard, in the states that look different. */
export const OFFICE_PAGES: readonly OfficePage[] = [
  ...OVERVIEWS,
  ...REQUESTS,
  ...DRAFTS,
  ...TEMPLATE_PAGES,
  ...BULK_PAGES,
  ...VERIFICATIONS,
  ...REVIEWS,
  ...DELIVERIES,
  ...KEYS,
  ...PEOPLE,
  ...SETTINGS,
  ...ACCOUNT,
  ...ENTRANCE,
  ...REFUSALS,
  ...WRONG_FORMS,
];
