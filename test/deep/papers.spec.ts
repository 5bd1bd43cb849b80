import { checkDocument } from '../../src/signed-pdf-checks/reading/check-document.js';
import { type SharedTestApp, sharedTestApp, type TestOrganization } from '../support/app.js';
import { inDepth } from '../support/in-depth.js';
import { createDraft, SIGNATURES } from '../support/samples.js';
import { visitorOf } from '../support/signing-requests.js';
import { until } from '../support/until.js';
import { pdfText } from '../support/validators.js';

interface Papers {
  document: string[];
  signatures: string[];
  certificate: string[];
  /** What PDF readers show with the seals of the document and of the certificate. */
  reasons: string[];
}

const PAPERS: Readonly<Record<string, Papers>> = {
  en: {
    document: ['From', 'Subject', 'Page 1 of 1'],
    signatures: [
      'Signed by 2 people.',
      'Signed with a click, through a personal link',
      'Signature page 1 of 1',
    ],
    certificate: ['Certificate of completion', 'Audit trail', 'Consented to sign electronically'],
    reasons: ['Sealed by Acme after everyone had signed', 'Certificate of completion of request'],
  },
  de: {
    document: ['Von', 'Betreff', 'Seite 1 von 1'],
    signatures: [
      'Von 2 Personen unterzeichnet.',
      'Mit einem Klick unterzeichnet, über einen persönlichen',
      'Unterschriftenseite 1 von 1',
    ],
    certificate: ['Abschlusszertifikat', 'Protokoll', 'In elektronische Unterzeichnung'],
    reasons: ['Von Acme versiegelt, nachdem alle unterzeichnet hatten', 'Abschlusszertifikat zur Anfrage'],
  },
  es: {
    document: ['De', 'Asunto', 'Página 1 de 1'],
    signatures: ['Firmado por 2 personas.', 'Firmó con un clic, mediante un enlace personal', 'Firmas'],
    certificate: ['Certificado de finalización', 'Registro de auditoría', 'Aceptó firmar electrónicamente'],
    reasons: [
      'Sellado por Acme después de que todos firmaran',
      'Certificado de finalización de la solicitud',
    ],
  },
  fr: {
    document: ['De', 'Objet', 'Page 1 sur 1'],
    signatures: [
      'Signé par 2 personnes.',
      'A signé d’un clic, par un lien personnel',
      'Page de signatures 1 sur 1',
    ],
    certificate: ['Certificat d’achèvement', 'Journal d’audit', 'A consenti à signer'],
    reasons: ['Scellé par Acme après la signature de tous', 'Certificat d’achèvement de la demande'],
  },
  it: {
    document: ['Da', 'Oggetto', 'Pagina 1 di 1'],
    signatures: ['Firmato da 2 persone.', 'Ha firmato con un clic, tramite un link personale', 'Firme'],
    certificate: ['Certificato di completamento', 'Registro degli eventi', 'Ha acconsentito a firmare'],
    reasons: [
      'Sigillato da Acme dopo che tutti hanno firmato',
      'Certificato di completamento della richiesta',
    ],
  },
  nl: {
    document: ['Van', 'Onderwerp', 'Pagina 1 van 1'],
    signatures: ['Ondertekend door 2 personen.', 'Ondertekend met een klik, via een persoonlijke link'],
    certificate: ['Voltooiingscertificaat', 'Logboek', 'Akkoord met elektronisch'],
    reasons: ['Verzegeld door Acme nadat iedereen had ondertekend', 'Voltooiingscertificaat van verzoek'],
  },
  pl: {
    document: ['Od', 'Temat', 'Strona 1 z 1'],
    signatures: [
      'Podpisały 2 osoby.',
      'Podpisano kliknięciem, przez osobisty link',
      'Strona z podpisami 1 z 1',
    ],
    certificate: ['Zaświadczenie o zakończeniu', 'Dziennik zdarzeń', 'Wyrażono zgodę na podpis'],
    reasons: [
      'Opieczętowano przez Acme po podpisaniu przez wszystkich',
      'Zaświadczenie o zakończeniu prośby',
    ],
  },
  pt: {
    document: ['De', 'Assunto', 'Página 1 de 1'],
    signatures: ['Assinado por 2 pessoas.', 'Assinou com um clique, através de uma ligação pessoal'],
    certificate: ['Certificado de conclusão', 'Registo de eventos', 'Aceitou assinar eletronicamente'],
    reasons: ['Selado por Acme depois de todos terem assinado', 'Certificado de conclusão do pedido'],
  },
};

/** The reasons that the signatures of a PDF state. */
async function reasonsIn(pdf: Buffer): Promise<(string | null)[]> {
  const checked = await checkDocument({ pdf, authorities: '' });
  return checked.ok ? checked.facts.signatures.map(({ reason }) => reason) : [];
}

describe('papers', () => {
  let test: SharedTestApp;
  let acme: TestOrganization;

  beforeAll(async () => {
    test = await sharedTestApp();
    acme = await test.createOrganization({ name: 'Acme' });
  });

  /**
   * The texts of the presented document, the completed one and the certificate of a request that two people signed.
   */
  async function papersIn(locale: string) {
    const path = `${SIGNATURES}/${await createDraft(acme.api)}`;
    const signers = ['anna', 'jonas'].map((name) => ({ email: `${name}@signers.test`, name, locale }));
    const { body } = await acme.api.post(`${path}/send`, { signers, subject: 'A1' });
    for (const { id } of body.signers)
      await (await visitorOf(test, acme.organizationId, id as number)).sign();
    await until('it is completed', async () => (await acme.api.get(path)).body.status === 'completed');
    const fileOf = async (paper: string) => (await acme.api.get(`${path}/${paper}`)).body as Buffer;
    const textOf = async (paper: string) => pdfText(await fileOf(paper)).replace(/\s+/g, ' ');
    const { signers: signed } = (await acme.api.get(path)).body;
    return {
      signedAt: new Date(signed[0].signedAt as string),
      document: await textOf('document'),
      signatures: await textOf('document/signed'),
      certificate: await textOf('certificate'),
      reasons: [
        ...(await reasonsIn(await fileOf('document/signed'))),
        ...(await reasonsIn(await fileOf('certificate'))),
      ],
    };
  }

  async function areIn(locale: string): Promise<void> {
    const papers = await papersIn(locale);
    for (const paper of ['document', 'signatures', 'certificate'] as const)
      for (const words of PAPERS[locale]![paper]) expect(papers[paper]).toContain(words);
    expect(papers.reasons).toEqual(PAPERS[locale]!.reasons.map((words) => expect.stringContaining(words)));
    const tag = locale === 'en' ? 'en-GB' : locale;
    const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(papers.signedAt);
    for (const paper of [papers.signatures, papers.certificate]) expect(paper).toContain(day);
  }

  it('writes everything in the language of the request, such as Polish, with its dates and plurals', () =>
    areIn('pl'));

  inDepth.each(Object.keys(PAPERS).filter((locale) => locale !== 'pl'))(
    'writes everything in %s, too',
    areIn,
  );
});
