/** A person as an organization knows them: by email address. */
export interface PersonKey {
  organizationId: number;
  /** The email address as it is compared (`emailKey`). */
  email: string;
}
