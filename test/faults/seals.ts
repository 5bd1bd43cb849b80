import { setTimeout as wait } from 'node:timers/promises';
import { sha256 } from '../../src/platform/crypto/tokens.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { SIGNATURES } from '../support/samples.js';
import { pdfsig } from '../support/validators.js';
import { type Findings } from './findings.js';
import { type Journey } from './journeys.js';
import { type Service, type Site } from './site.js';

/** Downloads every completed document. */
export async function expectSealed(site: Site<Service>, done: Journey[], findings: Findings): Promise<void> {
  const signed = done.filter(({ sha256: hash }) => hash !== null);
  const faults: string[] = [];
  for (const { organizationId, apiKey } of site.tenants) {
    const api = new ApiClient(site.server.url, apiKey);
    const own = signed.filter((journey) => journey.organizationId === organizationId);
    for (const { id, name } of own)
      faults.push(...(await sealFaults(site, api, id)).map((fault) => `${name}: ${fault}`));
  }
  findings.none('every sealed PDF is valid to pdfsig, and what the database says', faults, signed.length);
}

async function sealFaults(site: Site<Service>, api: ApiClient, id: number): Promise<string[]> {
  const { status, body } = await download(api, id);
  if (status !== 200) return [`its download answered ${status}`];
  const [row] = await site.query<{ sha256: Buffer }>(
    "select sha256 from signature_documents where signature_id = $1 and kind = 'signed'",
    [id],
  );
  const verdicts = pdfsig(body as Buffer);
  const isValid =
    verdicts.length === 1 && verdicts[0]!.verdict === 'Signature is Valid.' && verdicts[0]!.coversAll;
  return [
    ...(isValid ? [] : [`pdfsig: ${verdicts.map(({ verdict }) => verdict).join(', ') || 'no signature'}`]),
    ...(row && sha256(body as Buffer).equals(row.sha256) ? [] : ['it is not the recorded file']),
  ];
}

/** The journeys may have used up the key's requests of this minute, which is no fault of the document. */
async function download(api: ApiClient, id: number): Promise<ApiResponse> {
  for (;;) {
    const answer = await api.get(`${SIGNATURES}/${id}/document/signed`);
    const seconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 429 || !(seconds > 0)) return answer;
    await wait(seconds * 1000);
  }
}
