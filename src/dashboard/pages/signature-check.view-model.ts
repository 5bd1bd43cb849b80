import { type Statement } from '../../platform/templates/statement.js';
import { type SignatureFinding } from '../../webhooks/domain/signature-check.js';
import { type SignatureVerdict } from '../../webhooks/signature-checks.js';

const TEXTS = 'dashboard.signatureCheck';

/** Header names as written in the documentation. */
const HEADERS: Readonly<Record<string, string>> = { 'x-service-signature': 'X-Service-Signature' };

type Tone = 'good' | 'warn' | 'bad';

export interface SignatureCheckModel {
  tone: Tone;
  headline: Statement;
  rows: { tone: Tone; said: Statement }[];
  deliveryId: string | null;
}

export function toSignatureCheckModel({ findings, deliveryId }: SignatureVerdict): SignatureCheckModel {
  const rows = findings.map((finding) => ({ tone: toneOf(finding), said: statementOf(finding) }));
  const tone = (['bad', 'warn'] as const).find((each) => rows.some((row) => row.tone === each)) ?? 'good';
  return { tone, headline: { key: `${TEXTS}.headlines.${tone}` }, rows, deliveryId };
}

function toneOf(finding: SignatureFinding): Tone {
  if (finding.what === 'wrong_time') return 'warn';
  if (finding.what !== 'right') return 'bad';
  if (finding.form === 'compact' || finding.form === 'recorded') return 'bad';
  return finding.form === 'as_pasted' && finding.which === 'current' ? 'good' : 'warn';
}

function statementOf(finding: SignatureFinding): Statement {
  const key = `${TEXTS}.${finding.what}`;
  switch (finding.what) {
    case 'no_signature':
    case 'not_json':
      return { key };
    case 'header_missing':
    case 'header_twice':
    case 'malformed':
    case 'no_match':
      return { key, values: { header: nameOf(finding.header) } };
    case 'right':
      return { key: rightOf(finding), values: { header: nameOf(finding.header) } };
    case 'wrong_time':
      return { key: `${key}.${finding.isAhead ? 'ahead' : 'behind'}`, values: { count: finding.minutes } };
    case 'body_differs':
      return { key, values: { byte: finding.byte } };
  }
}

/** A differing body matters more than which secret signed. */
const rightOf = ({ which, form }: Extract<SignatureFinding, { what: 'right' }>) =>
  form === 'as_pasted' ? `${TEXTS}.right.${which}` : `${TEXTS}.right.${form}`;

const nameOf = (header: string) => HEADERS[header] ?? header;
