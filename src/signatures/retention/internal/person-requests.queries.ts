import { type EntityManager } from 'typeorm';
import { type PersonKey } from '../../../common/person-key.js';

/** A person's role in a request. `mentioned`: an event or a plan names the address. */
export type RequestRole = 'signer' | 'recipient' | 'sender' | 'mentioned';

export interface PersonRequest {
  id: number;
  roles: RequestRole[];
}

/** Whom to erase: a person, or everybody if `email` is null. */
type Erasable = Pick<PersonKey, 'organizationId'> & { email: string | null };

/** `$3` is a text contained in every mention of the address, possibly as part of a longer address. */
const FIND = `
  with parts as (
    select signature_id as id, 'signer' as role from signature_signers where organization_id = $1 and email_key = $2
    union select id, 'recipient' from signatures
      where organization_id = $1 and $2 in (select lower(trim(address)) from unnest(cc_on_complete) address)
    union select signature_id, 'recipient' from request_recipients where organization_id = $1 and email_key = $2
    union select id, 'sender' from signatures where organization_id = $1 and created_by_user_id = any($4)
    union select signature_id, 'mentioned' from signature_fields
      where organization_id = $1 and lower(trim(signer_email)) = $2
    union select signature_id, 'mentioned' from request_forms, jsonb_each_text(role_emails) addresses
      where organization_id = $1 and lower(trim(addresses.value)) = $2
    union select signature_id, 'mentioned' from signature_audit_events
      where organization_id = $1 and strpos(lower(data::text), $3) > 0
    union select signature_id, 'mentioned' from send_plans
      where organization_id = $1 and strpos(lower(concat(plan, unfinished)), $3) > 0
    union select id, 'mentioned' from signatures where organization_id = $1
      and strpos(lower(concat_ws(E'\\n', sender_name, subject, message_content, original_document_name,
        cancellation_reason)), $2) > 0
    union select signature_id, 'mentioned' from request_documents
      where organization_id = $1 and strpos(lower(name), $2) > 0)
  select id, array_agg(role order by role) as roles from parts group by id order by id`;

/**
 * All requests that a person is or was part of, ordered by id. Reads the organization's whole audit trail.
 * @param userIds - the person's as a member, to find requests they sent
 */
export function findRequestsOf(
  manager: EntityManager,
  { organizationId, email }: PersonKey,
  userIds: readonly number[] = [],
): Promise<PersonRequest[]> {
  const inJson = JSON.stringify(email).slice(1, -1);
  return manager.query<PersonRequest[]>(FIND, [organizationId, email, inJson, userIds]);
}

export interface NamedRequest {
  id: number;
  documentName: string;
}

export function namesOfRequests(
  manager: EntityManager,
  organizationId: number,
  ids: readonly number[],
): Promise<NamedRequest[]> {
  return manager.query<NamedRequest[]>(
    `select id, original_document_name as "documentName" from signatures
     where organization_id = $1 and id = any($2) order by id`,
    [organizationId, ids],
  );
}

const ERASE_SIGNER = `
  update signature_signers set email = 'erased-' || id || '@erased.invalid',
    email_key = 'erased-' || id || '@erased.invalid', name = null, verified_name = null, mark = null,
    witness_name = null, rejection_reason = null, locale = null,
    field_name = null, field_certificate = null, field_number = null
  where organization_id = $1 and signature_id = $2 and id = any($3)`;

const ERASE_FIELDS = `
  update signature_fields set value = null, label = '',
    signer_email = case when signer_email is null then null else 'erased@erased.invalid' end
  where organization_id = $1 and signature_id = $2
    and ($4::text is null or signer_id = any($3) or lower(trim(signer_email)) = $4)`;

/** What the sender filled in may be about anyone who signs. */
const ERASE_FORM_VALUES = `
  delete from form_values where organization_id = $1 and signature_id = $2
    and ($4::text is null or signer_id = any($3) or (origin = 'sender' and cardinality($3::bigint[]) > 0))`;

/** The digest of the definition stays. */
const ERASE_FORM = `
  update request_forms set definition = case when $3::text is null then null else definition end, role_emails = null
  where organization_id = $1 and signature_id = $2 and ($3::text is null
    or exists (select from jsonb_each_text(role_emails) addresses where lower(trim(addresses.value)) = $3))`;

/** Rows that serve only signing, pictures and files given into forms, whose bytes the caller deletes, and certificates. */
const LEFTOVERS = [
  ...['signer_links', 'signer_drafts', 'signer_pads', 'signer_pictures', 'form_files'],
  'request_document_signatures',
].map((table) => `delete from ${table} where organization_id = $1 and signer_id = any($2)`);

/** Replaces signers and their entries with tombstones. */
export async function eraseSigners(
  tx: EntityManager,
  { organizationId, email }: Erasable,
  signatureId: number,
  signerIds: readonly number[],
): Promise<void> {
  await tx.query(ERASE_SIGNER, [organizationId, signatureId, signerIds]);
  await tx.query(ERASE_FIELDS, [organizationId, signatureId, signerIds, email]);
  await tx.query(ERASE_FORM_VALUES, [organizationId, signatureId, signerIds, email]);
  await tx.query(ERASE_FORM, [organizationId, signatureId, email]);
  for (const statement of LEFTOVERS) await tx.query(statement, [organizationId, signerIds]);
}

const ERASE_RECIPIENTS = `
  update request_recipients set email = 'erased-recipient-' || id || '@erased.invalid',
    email_key = 'erased-recipient-' || id || '@erased.invalid', name = null, locale = null, rejection_reason = null
  where organization_id = $1 and signature_id = $2 and id = any($3)`;

const ERASE_RECIPIENT_LINKS = `
  delete from recipient_links where organization_id = $1 and signature_id = $2 and recipient_id = any($3)`;

/** Replaces those who do not sign with tombstones, and removes their links. */
export async function eraseRecipients(
  tx: EntityManager,
  organizationId: number,
  signatureId: number,
  recipientIds: readonly number[],
): Promise<void> {
  const values = [organizationId, signatureId, recipientIds];
  await tx.query(ERASE_RECIPIENTS, values);
  await tx.query(ERASE_RECIPIENT_LINKS, values);
}

const ERASE_TEXTS = `
  update signatures set sender_name = $3, subject = $4, message_content = $5, original_document_name = $6,
    cancellation_reason = $7,
    cc_on_complete = array(select address from unnest(cc_on_complete) address where lower(trim(address)) <> $8::text),
    updated_at = app_now()
  where organization_id = $1 and id = $2`;

/** A request's texts once a person is erased from it. */
export interface RequestTexts {
  senderName: string;
  subject: string;
  messageContent: string;
  originalDocumentName: string;
  cancellationReason: string | null;
  /** Names of the documents after the first, by their ids. */
  furtherNames: ReadonlyMap<number, string>;
}

const ERASE_NAMES = `
  update request_documents d set name = renamed.name from unnest($3::bigint[], $4::text[]) as renamed (id, name)
  where d.organization_id = $1 and d.signature_id = $2 and d.id = renamed.id`;

/** Rewrites a request's texts, and removes the person from its copy recipients. */
export async function eraseFromRequest(
  tx: EntityManager,
  { organizationId, email }: Erasable,
  signatureId: number,
  {
    senderName,
    subject,
    messageContent,
    originalDocumentName,
    cancellationReason,
    furtherNames,
  }: RequestTexts,
): Promise<void> {
  const texts = [senderName, subject, messageContent, originalDocumentName, cancellationReason];
  await tx.query(ERASE_TEXTS, [organizationId, signatureId, ...texts, email]);
  const names = [[...furtherNames.keys()], [...furtherNames.values()]];
  if (furtherNames.size > 0) await tx.query(ERASE_NAMES, [organizationId, signatureId, ...names]);
}

const PICTURES = `
  select storage_key as key from signer_pictures where organization_id = $1 and signer_id = any($2)
  union select mark ->> 'storageKey' from signature_signers
    where organization_id = $1 and id = any($2) and mark ->> 'kind' = 'uploaded'`;

const GIVEN = 'select storage_key as key from form_files where organization_id = $1 and signer_id = any($2)';

/** Storage keys of the files that signers gave into forms. */
export async function givenKeysOf(
  manager: EntityManager,
  organizationId: number,
  signerIds: readonly number[],
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(GIVEN, [organizationId, signerIds]);
  return rows.map(({ key }) => key);
}

/** Storage keys of the signers' uploaded pictures. */
export async function pictureKeysOf(
  manager: EntityManager,
  organizationId: number,
  signerIds: readonly number[],
): Promise<string[]> {
  const rows = await manager.query<{ key: string }[]>(PICTURES, [organizationId, signerIds]);
  return rows.map(({ key }) => key);
}

const OF_MAILS = `
  select to_json(array(select id from signature_signers where organization_id = $1 and signature_id = $2)) as "signerIds",
         to_json(array(select id from signer_links where organization_id = $1 and signature_id = $2)) as "linkIds",
         to_json(array(select id from request_recipients where organization_id = $1 and signature_id = $2)) as "recipientIds",
         to_json(array(select id from recipient_links where organization_id = $1 and signature_id = $2))
           as "recipientLinkIds"`;

export interface MailIdsOfRequest {
  signerIds: number[];
  linkIds: number[];
  recipientIds: number[];
  recipientLinkIds: number[];
}

/** Ids of a request's signers, recipients and links, by which mails refer to them. */
export async function mailIdsOf(
  manager: EntityManager,
  organizationId: number,
  signatureId: number,
): Promise<MailIdsOfRequest> {
  const [ids] = await manager.query<[MailIdsOfRequest]>(OF_MAILS, [organizationId, signatureId]);
  return ids;
}

const TAKE_DOCUMENTS = `
  with own as (
    delete from signature_documents where organization_id = $1 and signature_id = $2 and kind = any($3)
    returning storage_key),
  further as (
    delete from request_document_files where organization_id = $1 and signature_id = $2 and kind = any($3)
    returning storage_key)
  select storage_key as key from own union select storage_key from further`;

/** Removes the files of these kinds of all documents of a request. @returns the storage keys of their files */
export async function takeDocuments(
  tx: EntityManager,
  organizationId: number,
  signatureId: number,
  kinds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ key: string }[]>(TAKE_DOCUMENTS, [organizationId, signatureId, kinds]);
  return rows.map(({ key }) => key);
}
