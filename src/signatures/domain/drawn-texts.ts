import { type FieldError } from '../../common/errors.js';
import { type SendDetails } from './send-details.js';

/** What documents and certificates show of a request, apart from its signers' entries. */
export interface DrawnRequest {
  originalDocumentName: string;
  senderName: string;
  organizationName: string;
  /** Names of the documents after the first. */
  furtherNames?: readonly string[];
}

/** Every text of a request that is drawn on PDFs, by field name. */
export function drawnTexts(
  { originalDocumentName, senderName, organizationName, furtherNames = [] }: DrawnRequest,
  details: Pick<
    SendDetails,
    'signers' | 'recipients' | 'subject' | 'messageContent' | 'senderName' | 'ccOnComplete'
  >,
): [field: string, text: string][] {
  return [
    ...details.signers.flatMap(({ email, name }, index): [string, string][] => [
      [`signers[${index}].email`, email],
      [`signers[${index}].name`, name ?? ''],
    ]),
    ...details.recipients.flatMap(({ email, name }, index): [string, string][] => [
      [`recipients[${index}].email`, email],
      [`recipients[${index}].name`, name ?? ''],
    ]),
    ['subject', details.subject],
    ['messageContent', details.messageContent],
    ...details.ccOnComplete.map((email, index): [string, string] => [`ccOnComplete[${index}]`, email]),
    ['senderName', details.senderName ?? senderName],
    ['originalDocumentName', originalDocumentName],
    ...furtherNames.map((name, index): [string, string] => [`the name of document ${index + 2}`, name]),
    ['the organization’s name', organizationName],
  ];
}

/** @param script its name in English, such as `Hangul`; null for symbols */
export const undrawable = (field: string, script: string | null): FieldError => ({
  field,
  message:
    script === null
      ? `${field} has symbols that no installed font has (FONTS_DIR)`
      : `${field} has letters in the ${script} script, but no font for that script is installed (FONTS_DIR)`,
});
