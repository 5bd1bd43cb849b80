import { USER_ROLES } from '../../organizations/user.entity.js';
import { type Statement } from '../../platform/templates/statement.js';

/** More values of a list are counted; exports include all of them. */
const LISTED = 3;

/** What a recorded value says: text as it is, a sentence, or an instant. */
interface Meaning {
  text?: string;
  says?: Statement;
  instant?: string;
}

/** @returns null for a value that says nothing to a reader */
type Reading = (value: unknown) => Meaning | null;

const plain: Reading = (value) => ({ text: listed(value) });
const yesOrNo: Reading = (value) =>
  typeof value === 'boolean' ? { says: { key: `dashboard.activity.${value ? 'yes' : 'no'}` } } : null;
/** @param keys - the texts of the codes */
const code =
  (keys: Readonly<Record<string, string>>): Reading =>
  (value) => {
    const key = typeof value === 'string' && Object.hasOwn(keys, value) ? keys[value] : undefined;
    return key === undefined ? null : { says: { key } };
  };
const below = (key: string, codes: readonly string[]) =>
  code(Object.fromEntries(codes.map((each) => [each, `${key}.${each}`])));

const role = below('dashboard.roles', USER_ROLES);
/** What something was before or became, or when a period begins or ends: a role, a number of days, an instant. */
const bound: Reading = (value) => {
  if (typeof value === 'number')
    return { says: { key: 'dashboard.activity.days', values: { count: value } } };
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
  return isInstant ? { instant: value } : role(value);
};

/** How facts read, by the key under which they are recorded. Each has a text: `dashboard.activity.facts`. */
const READINGS: Readonly<Record<string, Reading>> = {
  attempt: plain,
  count: plain,
  document: code({
    original: 'dashboard.signatures.files.original',
    signed: 'dashboard.signatures.files.signed',
    certificate: 'dashboard.signatures.files.certificate',
    attachment: 'dashboard.signatures.attachments',
    archive: 'dashboard.signatures.files.archive',
  }),
  ended: plain,
  events: plain,
  faces: yesOrNo,
  failures: plain,
  fourEyes: yesOrNo,
  from: bound,
  holdsWhenDown: yesOrNo,
  host: plain,
  invitations: plain,
  isTest: yesOrNo,
  label: plain,
  mails: below('dashboard.rules.recipients', ['reviewers', 'mailbox', 'nobody']),
  part: below('dashboard.reviews.sides', ['front', 'back', 'face']),
  requests: plain,
  result: below('dashboard.reviews.results', ['approved', 'rejected']),
  role,
  scopes: plain,
  to: bound,
  until: bound,
  verifications: plain,
  version: plain,
  waiting: plain,
};

export const READ_FACTS = Object.keys(READINGS);

/** The facts of an event in words, and the others as they are recorded. */
export function factsInWords(data: Readonly<Record<string, unknown>>) {
  const facts: (Meaning & { what: string })[] = [];
  const codes: { what: string; fact: string }[] = [];
  for (const [what, value] of Object.entries(data)) {
    const meaning = Object.hasOwn(READINGS, what) ? READINGS[what]!(value) : null;
    if (meaning) facts.push({ what, ...meaning });
    else codes.push({ what, fact: listed(value) });
  }
  return { facts, codes };
}

function listed(value: unknown): string {
  const list = [value].flat();
  const text = (each: unknown) =>
    typeof each === 'object' && each !== null ? JSON.stringify(each) : String(each);
  return list.length > LISTED ? String(list.length) : list.map(text).join(', ');
}
