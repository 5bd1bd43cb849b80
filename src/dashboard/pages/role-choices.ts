import { USER_ROLES, type UserRole } from '../../organizations/user.entity.js';

/** The role that a form names; the one that opens least by default. */
export const roleOf = (value: unknown): UserRole => USER_ROLES.find((role) => role === value) ?? 'reviewer';

/** The roles to choose from. */
export const choicesOf = (chosen: UserRole) =>
  USER_ROLES.map((role) => ({ role, isChosen: role === chosen }));
