/** Who looks for something in a list: in which organization, and in which zone days begin and end. */
export interface Seeker {
  organizationId: number;
  /** IANA. */
  timeZone: string;
}
