/** Binds a sealed secret to its organization, so it cannot be used for another one. */
export const secretContext = (organizationId: number) => `webhook-secret:${organizationId}`;
