/** The seal's field, with a number if the document was sealed before. */
export const SEAL_FIELD = /^Countersign\d{0,4}-Seal$/;

/** The name of a field in which a signer signs, with that of its layout. */
const SIGNER_FIELD = /^(Countersign\d{0,4})-(?:Signature|Field)\d+$/;

const layoutOf = (fieldName: string): string | undefined => SIGNER_FIELD.exec(fieldName)?.[1];

/** The name of the seal's field that was laid out with a signer's field; null for any other field. */
export function sealOfLayout(fieldName: string): string | null {
  const layout = layoutOf(fieldName);
  return layout === undefined ? null : `${layout}-Seal`;
}

/** Whether this service laid out these two signers' fields for the same request. */
export function areLaidOutTogether(one: string, other: string): boolean {
  const layout = layoutOf(one);
  return layout !== undefined && layout === layoutOf(other);
}
