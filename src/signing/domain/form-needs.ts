import { ENTERED_KINDS } from '../../pdf/document-field.js';
import { ALL_DRAWN, type EntryField, type SignFormNeeds } from './sign-form.js';
import { needsName } from './signer-name.js';
import { type SigningContext } from './signing-context.js';

/** The fields for the signer to fill in, without those of a form, which `signerForm` has. */
export function entryFieldsOf({ fields, form }: Pick<SigningContext, 'fields' | 'form'>): EntryField[] {
  if (form !== null) return [];
  return fields.filter(({ kind }) => ENTERED_KINDS.includes(kind));
}

/** Ignores fonts, which matter only when the document is signed. */
export function formNeedsOf(context: SigningContext): SignFormNeeds {
  const { signature, picture } = context;
  const entryFields = entryFieldsOf(context);
  return {
    type: signature.type,
    needsName: needsName(context),
    picture,
    entryFields,
    missingScript: ALL_DRAWN,
  };
}
