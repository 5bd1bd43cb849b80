/** What an organization's sealed client secret is bound to. */
export const secretContext = (organizationId: number) => `sign-on:${organizationId}`;
