/** What the sealed token of an invitation is bound to. */
export const invitationContext = (tokenHash: Buffer) => `invitation:${tokenHash.toString('hex')}`;
