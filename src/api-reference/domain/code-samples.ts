import { quotedForShell } from '../../common/shell-quoting.js';
import { type Content, type Operation, type Place } from './api-document.js';

/** The same call in several languages. */
export interface CodeSample {
  language: 'curl' | 'TypeScript' | 'Python';
  code: string;
}

/** The method of the TypeScript client (sdk/typescript) for each operation. */
const CLIENT_METHODS: Readonly<Record<string, string>> = {
  signaturesCreate: 'signatures.create',
  signaturesList: 'signatures.list',
  signaturesGet: 'signatures.get',
  signaturesCancel: 'signatures.cancel',
  signaturesStatus: 'signatures.status',
  signaturesAuditTrail: 'signatures.auditTrail',
  signaturesSend: 'signatures.send',
  signersRemind: 'signers.remind',
  signersChangeEmail: 'signers.changeEmail',
  signatureDocumentsUpload: 'documents.upload',
  signatureDocumentsOriginal: 'documents.original',
  signatureDocumentsPlaceFields: 'documents.placeFields',
  signatureDocumentsListFields: 'documents.listFields',
  signatureDocumentsSigned: 'documents.signed',
  signatureCertificatesCertificate: 'documents.certificate',
  requestDocumentsList: 'documents.list',
  requestDocumentsUpload: 'documents.put',
  requestDocumentsRename: 'documents.rename',
  requestDocumentsRemove: 'documents.remove',
  requestDocumentsPlaceFields: 'documents.placeFieldsOn',
  requestDocumentsListFields: 'documents.listFieldsOn',
  requestDocumentsOriginal: 'documents.originalOf',
  requestDocumentsSigned: 'documents.signedOf',
  requestDocumentsArchive: 'documents.archive',
  recipientsList: 'recipients.list',
  recipientsAdd: 'recipients.add',
  recipientsRemind: 'recipients.remind',
  recipientsChangeEmail: 'recipients.changeEmail',
  recipientsRemove: 'recipients.remove',
  signatureFormsDefine: 'forms.define',
  signatureFormsGet: 'forms.get',
  signatureFormsRemove: 'forms.remove',
  signatureFormsFill: 'forms.fill',
  signatureFormsResults: 'forms.results',
  signatureAttachmentsList: 'forms.attachments',
  signatureAttachmentsDownload: 'forms.attachment',
  formImportsImport: 'forms.import',
  templatesCreate: 'templates.create',
  templatesList: 'templates.list',
  templatesGet: 'templates.get',
  templatesDescribe: 'templates.describe',
  templatesArchive: 'templates.archive',
  templatesDuplicate: 'templates.duplicate',
  templatesDefinition: 'templates.definition',
  templatesReplaceDefinition: 'templates.define',
  templateDocumentsPut: 'templates.upload',
  templateDocumentsRemove: 'templates.removeDocument',
  templateDocumentsImportForm: 'templates.importForm',
  templateVersionsPublish: 'templates.publish',
  templateVersionsList: 'templates.versions',
  templateVersionsGet: 'templates.version',
  templateVersionsDifferences: 'templates.differences',
  templateVersionsDocument: 'templates.document',
  templateVersionsValuesSchema: 'templates.valuesSchema',
  templateSendingSend: 'templates.send',
  templateSendingDraft: 'templates.draft',
  templateArchivesExport: 'templates.export',
  templateArchivesImport: 'templates.import',
  requestTemplatesSave: 'templates.fromRequest',
  requestTemplatesGet: 'templates.ofRequest',
  bulkSendsCreate: 'bulkSends.create',
  bulkSendsList: 'bulkSends.list',
  bulkSendsGet: 'bulkSends.get',
  bulkSendsRows: 'bulkSends.rows',
  bulkSendsStart: 'bulkSends.start',
  bulkSendsPause: 'bulkSends.pause',
  bulkSendsResume: 'bulkSends.resume',
  bulkSendsCancel: 'bulkSends.cancel',
  bulkSendsRetry: 'bulkSends.retry',
  bulkRowsPut: 'bulkSends.upload',
  bulkRowsErrors: 'bulkSends.errors',
  bulkRowsResults: 'bulkSends.results',
  rowsFileExample: 'bulkSends.exampleFile',
  identityVerificationsCreate: 'identityVerifications.create',
  identityVerificationsList: 'identityVerifications.list',
  identityVerificationsGet: 'identityVerifications.get',
  identityVerificationsEraseMedia: 'identityVerifications.eraseMedia',
  documentReportsGet: 'identityVerifications.documentReport',
  webhookNotificationsList: 'webhookNotifications.list',
  webhookReplaysReplayFailed: 'webhookNotifications.replayFailed',
  webhookReplaysProgress: 'webhookNotifications.replayProgress',
  webhookReplaysReplay: 'webhookNotifications.replay',
  eventsRead: 'events.read',
};

/** The member of the body that the client's method takes, where it is not the whole body. */
const TAKEN: Readonly<Record<string, string>> = {
  signersChangeEmail: 'email',
  recipientsChangeEmail: 'email',
  signatureDocumentsPlaceFields: 'fields',
  requestDocumentsPlaceFields: 'fields',
  requestDocumentsRename: 'name',
  signatureFormsFill: 'values',
};

/** Operations that the client answers with items, however many pages there are. */
const LISTS = [
  'signaturesList',
  'templatesList',
  'bulkSendsList',
  'identityVerificationsList',
  'webhookNotificationsList',
];
/** Operations whose file the client answers as bytes. */
const WHOLE_FILES = [
  ...['bulkRowsErrors', 'bulkRowsResults', 'rowsFileExample'],
  'templateVersionsDocument',
  'templateArchivesExport',
  'signatureAttachmentsDownload',
];
const JSON_TYPE = 'application/json';
/** The names under which the samples read and write files, by media type. */
const FILES: Readonly<Record<string, string>> = { 'application/zip': 'template.zip' };
const [FILE, ANSWER_FILE] = ['lease.pdf', 'answer.pdf'];
const PDF_TYPE = 'application/pdf';
const FORM_TYPE = 'multipart/form-data';
const API = '/api/v1';

/** What a call sends and gets. */
interface Call {
  operationId: string;
  method: string;
  /** Below `/api/v1`, with example values. */
  path: string;
  values: unknown[];
  body: unknown;
  sendsFile: SentFile | null;
  getsFile: boolean;
}

interface SentFile {
  name: string;
  type: string;
  /** The text that goes beside it in a form, by its name; null if the file is the whole body. */
  text: [name: string, json: string] | null;
}

/**
 * A call of an operation with the example values of the document: with curl, the TypeScript client (sdk/typescript) and
 * the Python class of sdk/python/quick_start.py.
 * @param publicUrl - of the service, without a slash at its end
 */
export function codeSamples(place: Place, publicUrl: string): CodeSample[] {
  const call = callOf(place);
  return [
    { language: 'curl', code: inCurl(call, publicUrl) },
    { language: 'TypeScript', code: inTypeScript(call, publicUrl) },
    // The class has no forms with files.
    ...(call.sendsFile?.text ? [] : [{ language: 'Python', code: inPython(call, publicUrl) } as const]),
  ];
}

function callOf({ method, path, operation }: Place): Call {
  const { operationId, parameters, requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const json = requestBody?.content[JSON_TYPE];
  return {
    operationId,
    method: method.toUpperCase(),
    path: inPath
      .reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path)
      .replace(API, ''),
    values: inPath.map(({ example }) => example),
    body: json && exampleOf(json),
    sendsFile: requestBody && !json ? fileIn(requestBody.content) : null,
    getsFile: getsFile(operation),
  };
}

function fileIn(content: Readonly<Record<string, Content>>): SentFile {
  const types = Object.keys(content).filter((type) => type !== FORM_TYPE);
  const type = types.length === 0 || types.includes(PDF_TYPE) ? PDF_TYPE : types[0]!;
  const name = FILES[type] ?? FILE;
  if (types.length > 0) return { name, type, text: null };
  const texts = Object.entries(content[FORM_TYPE]!.example as Record<string, string>);
  return { name, type, text: texts.find(([part]) => part !== 'file') ?? null };
}

const exampleOf = ({ example, examples }: Content) =>
  examples ? Object.values(examples)[0]!.value : example;

function getsFile({ responses }: Operation): boolean {
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.keys(content) : [],
  );
  return types.length > 0 && !types.includes(JSON_TYPE);
}

function inCurl({ method, path, body, sendsFile, getsFile }: Call, publicUrl: string): string {
  return [
    `curl --request ${method} ${quotedForShell(publicUrl + API + path)}`,
    '--header "Authorization: Bearer $COUNTERSIGN_API_KEY"',
    ...(body === undefined
      ? []
      : [`--header 'Content-Type: ${JSON_TYPE}'`, `--data ${quotedForShell(JSON.stringify(body, null, 2))}`]),
    ...(sendsFile ? fileInCurl(sendsFile) : []),
    ...(getsFile ? [`--output ${ANSWER_FILE}`] : []),
  ].join(' \\\n  ');
}

const fileInCurl = ({ name, type, text }: SentFile): string[] =>
  text
    ? [`--form ${quotedForShell(text.join('='))}`, `--form 'file=@${name};type=${type}'`]
    : [`--header 'Content-Type: ${type}'`, `--data-binary @${name}`];

function inTypeScript({ operationId, values, body, sendsFile, getsFile }: Call, publicUrl: string): string {
  const given = [
    ...values.map(literal),
    ...(body === undefined ? [] : [literal(takenOf(operationId, body))]),
    ...(sendsFile ? [`() => createReadStream('${sendsFile.name}')`] : []),
    ...(sendsFile?.text ? [literal(JSON.parse(sendsFile.text[1]))] : []),
  ];
  const call = `countersign.${CLIENT_METHODS[operationId]}(${given.join(', ')})`;
  const imports = [
    ...(sendsFile ? ["import { createReadStream } from 'node:fs';"] : []),
    ...(WHOLE_FILES.includes(operationId) ? ["import { writeFile } from 'node:fs/promises';"] : []),
    ...(getsFile && !WHOLE_FILES.includes(operationId)
      ? ["import { createWriteStream } from 'node:fs';", "import { pipeline } from 'node:stream/promises';"]
      : []),
    "import { Countersign } from 'countersign-client';",
  ];
  const client = [
    'const countersign = new Countersign({',
    `  baseUrl: '${publicUrl}',`,
    '  apiKey: process.env.COUNTERSIGN_API_KEY!,',
    '});',
  ];
  return [...imports, '', ...client, '', useOf(call, { operationId, getsFile })].join('\n');
}

const takenOf = (operationId: string, body: unknown) => {
  const member = TAKEN[operationId];
  return member === undefined ? body : (body as Record<string, unknown>)[member];
};

function useOf(call: string, { operationId, getsFile }: Pick<Call, 'operationId' | 'getsFile'>): string {
  if (WHOLE_FILES.includes(operationId)) return `await writeFile('${ANSWER_FILE}', await ${call});`;
  if (getsFile) return `await pipeline(await ${call}, createWriteStream('${ANSWER_FILE}'));`;
  if (LISTS.includes(operationId)) return `for await (const item of ${call}) console.log(item);`;
  return `console.log(await ${call});`;
}

function inPython({ method, path, body, sendsFile, getsFile }: Call, publicUrl: string): string {
  const given = [
    `"${method}"`,
    `"${path}"`,
    ...(body === undefined ? [] : [pythonLiteral(body)]),
    ...(sendsFile ? ['file.read()', `"${sendsFile.type}"`] : []),
  ];
  const call = `countersign.call(${given.join(', ')})`;
  const used = sendsFile
    ? `with open("${sendsFile.name}", "rb") as file:\n    print(${call})`
    : getsFile
      ? `with open("${ANSWER_FILE}", "wb") as file:\n    file.write(${call})`
      : `print(${call})`;
  return [
    'import os',
    'from quick_start import Countersign',
    '',
    `countersign = Countersign("${publicUrl}", os.environ["COUNTERSIGN_API_KEY"])`,
    used,
  ].join('\n');
}

/** A value as TypeScript is usually written: names without quotation marks where they need none. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON is Python but for three words, which are only replaced outside strings. */
const pythonLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(/"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g, (text, word?: string) =>
    word === undefined ? text : PYTHON_WORDS[word]!,
  );
