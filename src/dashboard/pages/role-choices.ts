import { type Duties } from '../../accounts/members.js';
import { USER_ROLES, type UserRole } from '../../organizations/user.entity.js';
import { type Fields } from './form-fields.js';

/** The role chosen in a form, by default the one with the least access, and the ticks for what goes beyond it. */
export function dutiesOf(fields: Fields): Duties {
  const role = USER_ROLES.find((known) => known === fields.role) ?? 'reviewer';
  // A member with the role of a reviewer needs no tick.
  return {
    role,
    isReviewer: role !== 'reviewer' && fields.reviewer === 'yes',
    sendsBulk: role === 'admin' && fields.bulk === 'yes',
  };
}

/** The roles to choose from. */
export const choicesOf = (chosen: UserRole) =>
  USER_ROLES.map((role) => ({ role, isChosen: role === chosen }));
