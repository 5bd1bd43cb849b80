import { expectEqual } from '../../../scripts/journeys.js';
import { type Random } from '../../../scripts/mrz/random.js';
import { builtForm, states, widget } from '../../support/built-forms.js';
import { BULK_SENDS } from '../../support/bulk-sends.js';
import { textPdf } from '../../support/pdf-samples.js';
import { TEMPLATES } from '../../support/templates.js';
import { formWith } from '../form-with.js';
import { type Installation } from '../installation.js';
import { SIGNATURES } from '../paths.js';
import { TemplateBuilder } from '../template-builder.js';
import { type World, WorldBuilder } from '../world.js';
import { type Subject } from './form-requests.js';

export type Make = (world: World, site: Installation, random: Random) => Promise<Subject>;

const BULK_SEND = `${BULK_SENDS}/{bulkSendId}`;
export const DOCUMENTS = `${SIGNATURES}/{signatureId}/documents`;
/** One of them; those after the first can be added. */
export const DOCUMENT = `${DOCUMENTS}/{n}`;
const RECIPIENTS = `${SIGNATURES}/{signatureId}/recipients`;

export const FORM_TO_IMPORT = builtForm([
  widget('/FT /Tx /T (Rent)'),
  widget('/FT /Tx /T (Notes) /Ff 4096'),
  widget(`/FT /Btn /T (Married) ${states('Yes', 'Off')}`),
  widget('/FT /Ch /T (Heating) /Ff 131072 /Opt [(Gas) (Pump)]'),
]);

/** A template whose document is a PDF form. */
export const importable: Make = async ({ tenant: { api } }) => {
  const made = await api.post(TEMPLATES, { name: 'Form' });
  expectEqual('creating a template', made.status, 201);
  const templateId = made.body.id as number;
  const { headers, body } = formWith(FORM_TO_IMPORT, { type: 'application/pdf' });
  const put = await api.put(`${TEMPLATES}/${templateId}/documents/1`, body, { headers });
  expectEqual('uploading a form', put.status, 200);
  return { templateId, n: 1, revision: put.body.revision as number };
};

const checkedBulkSend: Make = async ({ tenant, templates }, site) => ({
  bulkSendId: await new TemplateBuilder(site, tenant).bulkSend(templates.published),
});

const addedCopy: Make = async ({ tenant, requests }, site) => {
  const signatureId = requests.with_recipients.id;
  const path = `${SIGNATURES}/${signatureId}/recipients`;
  const added = await tenant.api.post(path, { ...site.invent('Copy'), action: 'copy', when: 'sent' });
  expectEqual('adding a copy', added.status, 201);
  return { signatureId, recipientId: added.body.id as number };
};

/** A draft with two documents, and the number of its second. */
const draftOfTwo: Make = async ({ tenant }, site) => {
  const signatureId = await new WorldBuilder(site, tenant).readyDraft();
  const { headers, body } = formWith(await textPdf(), { type: 'application/pdf' });
  const put = await tenant.api.put(`${SIGNATURES}/${signatureId}/documents/2`, body, { headers });
  expectEqual('adding a document', put.status, 200);
  return { signatureId, n: 2 };
};

/** Subjects of bulk sends, recipients and further documents that are made for a request, because it changes or ends them. */
export const MADE_OF_MANY: Readonly<Record<string, Make>> = {
  [`PUT ${BULK_SEND}/rows`]: checkedBulkSend,
  [`POST ${BULK_SEND}/start`]: checkedBulkSend,
  [`POST ${BULK_SEND}/cancel`]: checkedBulkSend,
  [`POST ${BULK_SEND}/retry`]: checkedBulkSend,
  [`DELETE ${RECIPIENTS}/{recipientId}`]: addedCopy,
  [`PUT ${DOCUMENT}`]: async (world, site, random) => ({
    ...(await draftOfTwo(world, site, random)),
    n: random.pick([2, 3]),
  }),
  [`PATCH ${DOCUMENT}`]: draftOfTwo,
  [`DELETE ${DOCUMENT}`]: draftOfTwo,
  [`GET ${DOCUMENT}`]: draftOfTwo,
  [`GET ${DOCUMENT}/fields`]: draftOfTwo,
  [`PUT ${DOCUMENT}/fields`]: draftOfTwo,
};

/** Operations whose subject has to be running, which one with few rows is for a moment only. */
export const PASSING: readonly string[] = [`POST ${BULK_SEND}/pause`, `POST ${BULK_SEND}/resume`];
