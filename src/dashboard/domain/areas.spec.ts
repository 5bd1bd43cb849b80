import { readFileSync } from 'node:fs';
import { USER_ROLES } from '../../organizations/user.entity.js';
import { ALL_AREAS, type Area, mayOpen } from './areas.js';

/** The areas behind each row of the table in docs/dashboard.md. */
const ROWS: Record<string, Area[]> = {
  'Overview, own account': ['overview', 'session', 'account', 'reading'],
  'Signatures, creating requests, verifications and their reports': ['signatures', 'verifications'],
  Templates: ['templates'],
  'Bulk sends; admins with the right to': ['bulk-sends'],
  "Erasing the pictures of a verification, how long pictures, documents and drafts are kept, a person's data":
    ['erasure'],
  'Reviews, with pictures': ['reviews'],
  Deliveries: ['deliveries'],
  'Endpoint and its secret': ['endpoint'],
  'API key': ['api-key'],
  'Single sign-on': ['sign-on'],
  'Viewing people': ['people'],
  'Settings: name and brand, emails about reviews, certificate for Adobe': ['settings'],
  'Activity and its exports': ['activity'],
  'State of the service, test email': ['service'],
  'Inviting and removing people, changing roles, disconnecting single sign-on, requiring two reviewers, an organization for tests':
    ['roles'],
};

/** What a member has beyond the role. */
const NO_MORE = { isReviewer: false, isBulkSender: false };

it('opens each area to the roles in the documentation’s table', () => {
  const table = /^\| Area \| Owner \| Admin \| Reviewer \|\n.*\n((?:\|.*\n)+)/m.exec(
    readFileSync('docs/dashboard.md', 'utf8'),
  )![1]!;
  const written = table
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split('|'))
    .map(([row, ...cells]): [string, string[]] => [
      row!.trim(),
      USER_ROLES.filter((_, index) => cells[index]!.trim() === 'yes'),
    ]);
  const rolesOf = (area: Area) =>
    USER_ROLES.filter((role) => mayOpen({ ...NO_MORE, role, isReviewer: role === 'reviewer' }, area));
  expect(Object.values(ROWS).flat().sort()).toEqual(ALL_AREAS.toSorted());
  expect(written.map(([row, roles]) => [row, ...(ROWS[row] ?? []).map(() => roles)])).toEqual(
    Object.entries(ROWS).map(([row, areas]) => [row, ...areas.map(rolesOf)]),
  );
});

it('opens to a reviewer with another role what either opens, and nothing else', () => {
  for (const role of ['owner', 'admin'] as const)
    for (const area of ALL_AREAS) {
      const both =
        mayOpen({ ...NO_MORE, role }, area) ||
        mayOpen({ ...NO_MORE, role: 'reviewer', isReviewer: true }, area);
      expect([area, mayOpen({ ...NO_MORE, role, isReviewer: true }, area)]).toEqual([area, both]);
    }
});

it('opens bulk sends to an admin with that right, and nothing else', () => {
  for (const area of ALL_AREAS) {
    const isOpen = mayOpen({ ...NO_MORE, role: 'admin' }, area) || area === 'bulk-sends';
    expect([area, mayOpen({ ...NO_MORE, role: 'admin', isBulkSender: true }, area)]).toEqual([area, isOpen]);
  }
});
