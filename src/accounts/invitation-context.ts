/** The encryption context of an invitation's sealed token. */
export const invitationContext = (tokenHash: Buffer) => `invitation:${tokenHash.toString('hex')}`;
