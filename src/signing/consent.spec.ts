import { sha256 } from '../platform/crypto/tokens.js';
import { LOCALES } from '../platform/templates/locales.js';
import { TemplateRenderer } from '../platform/templates/template-renderer.js';
import { approvalOf, consentOf } from './consent.js';
import { type SigningContext } from './domain/signing-context.js';

const templates = new TemplateRenderer();
const context = {
  signature: { originalDocumentName: 'Lease' },
  organizationName: 'Acme',
  documents: [{ name: 'Lease' }],
} as SigningContext;
const several = { ...context, documents: [{ name: 'Lease' }, { name: 'Annex' }] } as SigningContext;

/**
 * SHA-256 of every version of the statement for this document. Audit trails and certificates of completion name the
 * version, so none of these ever changes: other words are a new version, with a line of its own here.
 */
const VERSIONS: Record<string, string[]> = {
  en: [
    '478ae0da8b87c982960832f1c22a6d4bd1e7361dca8a9307961e37687d323032',
    '528ae6c8ef903ef0c9822513374cce125ef8620d0fb57d580f8248f487e308b6',
  ],
  de: ['37e092f17b9d814c90c07d3ccd4bbcc37dcbce7791903df2de0c67a501d135e3'],
  es: [
    '4eb55e4e5462e81a20b058b1cec64131c0f1a05f23502decfb9fd01c4a45a8ab',
    '2229184c53119077155cb578a22dbcdf899a5ce7218cdd6ee813bac416608bf0',
  ],
  fr: ['c63c9412d5841d990528c6cdf09c7e15281076b47ab321e4b0065c9d0b7d0dfa'],
  it: ['4add2193ebb7f32e65908085a256a936621e282e2e89349977f903056c44a15e'],
  nl: ['dd2bc1e0621a319d4c8cbe02e8b68cbc57f31d40e343489a8715918e8899f7fa'],
  pl: ['570ff4c18c381cf231bac4c91c27be3a181fc4614bc80196d0deadc8700acb6f'],
  pt: ['6c79572aa82bde65eb3175bfa1bea7a315c334d033a82e1d71e814fa74155f9f'],
};

/** The same of the statement of people who approve a document instead of signing it. */
const APPROVALS: Record<string, string[]> = {
  en: ['c35ddaf15492bf195655ca1ea8a5052935e3187a6c8da34dbef49e54eb9b577f'],
  de: ['d72669fb77faa6b521b121a5d0b017817b59160c042a66e8b6239934c8aabf3f'],
  es: ['cdcc9c6995a6fa31d06a1f8edf588d61b13726d8a985edc6535a0aa746ed016f'],
  fr: ['080d5df2c749fc7306bf42740f13739847b6288885498012d7fef99cca989721'],
  it: ['bd260311a9118985e781ff53be535126f973a06575eb1eac0dfe2d120f307242'],
  nl: ['83e577376c13c355b3c6c1b0cfc763f94ecb72b3eb1a45be25fcd98fc3d7d3c1'],
  pl: ['55579fec1f9a861f047258b3e8d6b5243ba192aba03a84643aa33d29eba7f488'],
  pt: ['ef79ccb7b12525424bfc1d45fa2166f36b178090e04410ac131e58e896b53e6f'],
};

/** The same of the statements about several documents, by version. They number on from those about one. */
const SEVERAL: Record<'consents' | 'approvals', Record<string, Record<string, string>>> = {
  consents: {
    en: { '3': '60a1c5e8b9dad52f416267ef88f65a694ed07f9127322f22b91dc2670f946076' },
    de: { '2': '9b9bc3f43b7d84db0b0446efe1e561262d947cedbaa14913814eef4e8f2833a2' },
    es: { '3': '87e0e8e072ce917945794c044d0888ab09364943124880a8bb48e7363f5b2bc1' },
    fr: { '2': 'f6cf82ab692ce084c6b244a6fe5f19c9234229b83ad029e0444d99ded7342527' },
    it: { '2': 'e805863d8a56e66f68a9ca0b466f7f4e5f3a63a8c77a2fe92868d1808630eaf6' },
    nl: { '2': '69f239c2f59fc8c93e063404504b88dd5f5cb01443cf87e2fc6680d622c41d87' },
    pl: { '2': '3b2e07caeee743cc562075e190f34603d2cbe146e90e67ae48dc078834127125' },
    pt: { '2': 'c1d31ff70dd547725e53c84f979407688b0a058b6a169266001aa2ebf90109b9' },
  },
  approvals: {
    en: { '2': '4edbf7e8d786684ebcbfe063c3118ac02d69951c15301f0967b1ba7641ca6ba3' },
    de: { '2': '4fd961598da5873e4ca49579c3cc445b1cee5741fd5eccc91409ded0d7d767d9' },
    es: { '2': 'a01620ce8e923c9335d90ea567acbd3b79abafac1336c2980d7ed926d0ca94dd' },
    fr: { '2': '466db4eb2ea279882502a936cba9bd4e4e8f0e93743e8f97904e5696b12f90d8' },
    it: { '2': 'c63d5f340ed16973d925f82a5f2c46169fe57ffc572fe782aec4a8d90b131ec0' },
    nl: { '2': 'da681945d9fc2380f5161c8b9118e63aab73dd9ca68b45577daa580ab23745ac' },
    pl: { '2': '5adbf33d83452ff1aa75559d6afe420fcbd65e08b7b3cd14493ccf3a3dc910e4' },
    pt: { '2': 'a17720b916e987070645f42c90955bed028d42ec3187e627169beea38689506a' },
  },
};

const textOf = (version: number, locale: string) =>
  templates.text(`consent.${version}`, locale, { document: 'Lease', organization: 'Acme' });

describe('the consent statement', () => {
  it('knows every version of the consent in every language', () => {
    const found = LOCALES.map((locale) => [locale, templates.namesBelow('consent', locale)]);
    const known = Object.entries(VERSIONS).map(([locale, digests]) => [
      locale,
      digests.map((_digest, index) => String(index + 1)),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known));
  });

  it.each(LOCALES)('never changes a version of the consent that people agreed to: %s', (locale) => {
    const digests = VERSIONS[locale]!.map((_digest, index) =>
      sha256(textOf(index + 1, locale)).toString('hex'),
    );
    expect(digests).toEqual(VERSIONS[locale]);
  });

  it.each(LOCALES)('shows the latest version of the consent: %s', (locale) => {
    const version = VERSIONS[locale]!.length;
    const digest = VERSIONS[locale]!.at(-1);
    const text = textOf(version, locale);
    expect(consentOf(context, templates, locale)).toEqual({
      text,
      version: String(version),
      locale,
      sha256: digest,
    });
    expect(text).toContain('Lease');
  });

  it.each(LOCALES)('never changes a version of the approval that people agreed to: %s', (locale) => {
    const versions = templates.namesBelow('approval', locale);
    const names = { document: 'Lease', organization: 'Acme' };
    const digests = versions.map((version) =>
      sha256(templates.text(`approval.${version}`, locale, names)).toString('hex'),
    );
    expect(digests).toEqual(APPROVALS[locale]);
    expect(approvalOf(context, templates, locale)).toMatchObject({ locale, sha256: digests.at(-1) });
  });

  it.each(LOCALES)('never changes a version that people agreed to for several documents: %s', (locale) => {
    for (const kind of ['consents', 'approvals'] as const) {
      const known = SEVERAL[kind][locale]!;
      const digests = templates
        .namesBelow(kind, locale)
        .map((version) => [
          version,
          sha256(templates.text(`${kind}.${version}`, locale, { documents: '“Lease” and “Annex”' })).toString(
            'hex',
          ),
        ]);
      expect(Object.fromEntries(digests)).toEqual(known);
    }
    const numbers = Object.keys(SEVERAL.consents[locale]!).map(Number);
    expect(Math.min(...numbers)).toBeGreaterThan(VERSIONS[locale]!.length);
    const { text, version } = consentOf(several, templates, locale);
    expect(version).toBe(String(Math.max(...numbers)));
    for (const name of ['Lease', 'Annex']) expect(text).toContain(name);
    expect(approvalOf(several, templates, locale).text).toContain('Annex');
  });
});
