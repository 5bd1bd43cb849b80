import {
  either,
  isFlag,
  isNumber,
  isText,
  listOf,
  objectWith,
  oneOf,
  orNull,
  type Shape,
} from '../../common/shapes.js';
const isNamed = objectWith({ sha256: isText, name: isText, validFrom: isText, validTo: isText });
const members = {
  organization: orNull(isText),
  issuer: isText,
  chain: listOf(isNamed),
  anchor: oneOf('machine', 'given', null),
  isForOtherUse: isFlag,
};
const isCertificate: Shape = (value) => isNamed(value) && objectWith(members)(value);
const isChange = either(
  objectWith({
    kind: oneOf('signatures_added', 'timestamps_added', 'signatures_forbidden'),
    count: isNumber,
  }),
  objectWith({ kind: oneOf('validation_data') }),
  objectWith({ kind: oneOf('fields_filled', 'fields_changed', 'fields_permitted'), names: listOf(isText) }),
  objectWith({ kind: isText, pages: listOf(isNumber) }),
  objectWith({ kind: oneOf('document_changed'), parts: listOf(isText) }),
);
const isShown = objectWith({
  signer: isText,
  documentSha256: orNull(isText),
  isDocument: isFlag,
  entries: listOf(objectWith({ signer: isText, sha256: isText, agrees: orNull(isFlag) })),
  unseen: listOf(isText),
});
const isExtended = objectWith({
  documents: listOf(objectWith({ name: isText, signedSha256: isText })),
  template: orNull(objectWith({ id: isNumber, version: isNumber, sha256: isText })),
  isAsInTemplate: orNull(isFlag),
  recipients: listOf(objectWith({ name: isText, action: oneOf('approve', 'view', 'copy'), at: isText })),
  origins: listOf(isText),
  authenticated: listOf(objectWith({ signer: isText, method: isText })),
  faults: listOf(objectWith({ place: isText, against: isText })),
});
const isSignature = objectWith({
  fieldName: isText,
  kind: oneOf('signature', 'timestamp'),
  coverage: oneOf('whole_file', 'revision', 'partial'),
  check: either(
    objectWith({ outcome: oneOf('holds', 'weak') }),
    objectWith({ outcome: oneOf('broken', 'unchecked'), because: isText }),
  ),
  signers: listOf(objectWith({ certificate: isCertificate })),
  statedTime: orNull(isText),
  timeStamp: orNull(
    objectWith({ holds: isFlag, isWeak: isFlag, time: orNull(isText), authority: orNull(isCertificate) }),
  ),
  reason: orNull(isText),
  shownOn: listOf(isNumber),
  changes: orNull(listOf(isChange)),
});

/** The valid answers of a child about a file; a child taken over by the file may send anything. */
export const isCheckedDocument = either(
  objectWith({
    ok: oneOf(true),
    facts: objectWith({
      pages: isNumber,
      signatures: listOf(isSignature),
      lostSignatures: isNumber,
      missingSeals: listOf(isText),
      evidence: orNull(
        objectWith({
          documentName: isText,
          signedSha256: isText,
          events: isNumber,
          chainHead: isText,
          firstBroken: orNull(isNumber),
          onlyFetchedFor: listOf(isText),
          shown: listOf(isShown),
          extended: orNull(isExtended),
        }),
      ),
      unreadEvidence: orNull(objectWith({ version: isNumber })),
    }),
  }),
  objectWith({
    ok: oneOf(false),
    reason: oneOf('not_a_pdf', 'damaged', 'encrypted', 'too_complex', 'too_large'),
  }),
);
