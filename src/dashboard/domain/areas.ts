import { type UserRole } from '../../organizations/user.entity.js';

/** What each role opens; docs/dashboard.md shows it as a table. Reviewing is a duty of its own, which no other role has. */
const AREAS = {
  overview: ['owner', 'admin', 'reviewer'],
  session: ['owner', 'admin', 'reviewer'],
  account: ['owner', 'admin', 'reviewer'],
  signatures: ['owner', 'admin'],
  verifications: ['owner', 'admin'],
  reviews: ['reviewer'],
  deliveries: ['owner', 'admin'],
  endpoint: ['owner', 'admin'],
  'api-key': ['owner', 'admin'],
  'sign-on': ['owner', 'admin'],
  people: ['owner', 'admin'],
  roles: ['owner'],
  settings: ['owner', 'admin'],
  activity: ['owner', 'admin'],
  service: ['owner', 'admin'],
  erasure: ['owner'],
} as const satisfies Record<string, readonly UserRole[]>;

export type Area = keyof typeof AREAS;

export const ALL_AREAS = Object.keys(AREAS) as Area[];

export const mayOpen = (role: UserRole, area: Area) => (AREAS[area] as readonly UserRole[]).includes(role);

/**
 * Whether a session opens an area. One that came by single sign-on belongs to one organization, whose issuer could open it at
 * any time, so it gives no access to the account, which has other organizations as well.
 */
export const opensArea = ({ role, signOn }: { role: UserRole; signOn: string | null }, area: Area) =>
  mayOpen(role, area) && !(area === 'account' && signOn !== null);
