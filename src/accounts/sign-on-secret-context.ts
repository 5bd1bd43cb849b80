/** The encryption context of an organization's client secret. */
export const secretContext = (organizationId: number) => `sign-on:${organizationId}`;
