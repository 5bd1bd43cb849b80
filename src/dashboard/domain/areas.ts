import { type Member } from '../../organizations/account.queries.js';
import { type UserRole } from '../../organizations/user.entity.js';

/** The areas open to each role; docs/dashboard.md has the table. Reviewing is a role, or a duty in addition to one. */
const AREAS = {
  overview: ['owner', 'admin', 'reviewer'],
  session: ['owner', 'admin', 'reviewer'],
  account: ['owner', 'admin', 'reviewer'],
  reading: ['owner', 'admin', 'reviewer'],
  signatures: ['owner', 'admin'],
  templates: ['owner', 'admin'],
  'bulk-sends': ['owner'],
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

/** What decides which areas are open to a member. */
export type Reader = Pick<Member, 'role' | 'isReviewer' | 'isBulkSender'>;

/** A member who reviews in addition to another role opens what reviewers open as well, and one who may send in bulk that. */
export const mayOpen = ({ role, isReviewer, isBulkSender }: Reader, area: Area) =>
  rolesThatOpen(area).some((opening) => opening === role || (isReviewer && opening === 'reviewer')) ||
  (area === 'bulk-sends' && isBulkSender);

export const rolesThatOpen = (area: Area): readonly UserRole[] => AREAS[area];

/**
 * Whether a session can open an area. A single sign-on session gives no access to the account: its issuer, which
 * could open one at any time, belongs to one organization, and the account to several. What somebody reads in, their
 * language and time zone, is no way into it.
 */
export const opensArea = (member: Reader & { signOn: string | null }, area: Area) =>
  mayOpen(member, area) && !(area === 'account' && member.signOn !== null);

/** Whether the member reviews in addition to another role, which is to be named too. */
export const isReviewerBeside = ({ role, isReviewer }: Pick<Reader, 'role' | 'isReviewer'>) =>
  isReviewer && role !== 'reviewer';
