import { join } from 'node:path';
import { Client } from 'pg';
import { completedFiles } from '../../scripts/journeys.js';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { AttackedInstallation, type EmptyDatabase } from '../support/attacked-installation.js';
import { craftedForms } from '../support/crafted-forms.js';
import { craftedPages } from '../support/crafted-pages.js';
import { PARTS } from '../support/crafted-parts.js';
import { craftedPdfs } from '../support/crafted-pdfs.js';
import { CHANGES, SPELLINGS } from '../support/crafted-updates.js';
import { WIDGETS } from '../support/crafted-widgets.js';
import { superuserUrl } from '../support/embedded-superuser.js';
import { pictureFaults } from '../support/page-agreement.js';
import { craftedUpdate, rentPdf } from '../support/sealed-update.js';
import { newSealingKey } from '../support/sealing-keys.js';
import { changedAfterwards, sealedPdf } from '../support/signed-pdfs.js';
import { completedBySigners } from '../support/signed-uploads.js';
import { SigningVisitor } from '../support/signing-visitor.js';
import { rob, tamperedBackups } from '../support/tampered-backups.js';
import { formWith } from './form-with.js';
import { type Installation, type Tenant } from './installation.js';
import { SIGNATURES } from './paths.js';
import { type Scale } from './scale.js';
import { Tally } from './tally.js';
import { WorldBuilder } from './world.js';

/** `misled`: accepted, although it shows or holds something else than what was signed, sealed or backed up. */
type Fate = 'accepted' | 'refused' | 'misled';

/** A file, and whether the service must accept it; undefined if it may also refuse it. */
interface Crafted {
  name: string;
  mustBe?: 'accepted' | 'refused';
  try: () => Promise<Fate>;
}

const ANN = { email: 'ann@example.test', name: 'Ann Lee' };

/** Crafted documents through the whole journey, crafted updates of sealed ones on the page, and tampered backups. */
export class DocumentAttacks {
  readonly tally = new Tally('crafted documents, updates and backups');
  private checked = 0;

  constructor(
    private readonly site: Installation,
    private readonly scale: Scale,
  ) {}

  async run(): Promise<void> {
    const tenant = await this.site.createTenant();
    const documents = (files: Record<string, Buffer>) =>
      Object.entries(files).map(([name, pdf]): Crafted => ({ name, try: () => this.sign(tenant, pdf) }));
    await this.tryAll('PDFs', documents(craftedPdfs()));
    await this.tryAll('forms', documents(craftedForms()));
    await this.tryAll('pages', documents(craftedPages()));
    await this.tryAll('updates', await this.updates());
    const victim = await AttackedInstallation.start(() => this.newDatabase());
    try {
      await this.tryAll('backups', await backupsOf(victim));
    } finally {
      await victim.close();
    }
  }

  private async tryAll(what: string, all: readonly Crafted[]): Promise<void> {
    const chosen = all.filter(
      ({ mustBe }, index) => index % this.scale.craftedEvery === 0 || mustBe === 'accepted',
    );
    const counts: Record<Fate, number> = { accepted: 0, refused: 0, misled: 0 };
    for (const { name, mustBe, try: attempt } of chosen) {
      const fate = await attempt().catch((error: Error) => error);
      if (!(fate instanceof Error)) counts[fate]++;
      const isRight = fate !== 'misled' && (mustBe === undefined || fate === mustBe);
      this.tally.expect(`${what}: ${name}`, isRight, fate instanceof Error ? fate.message : fate);
    }
    const { accepted, refused, misled } = counts;
    const of = `${chosen.length} of ${all.length} ${what}`;
    console.log(`  ${of}: ${accepted} accepted, ${refused} refused, ${misled} misled`);
  }

  /** Uploads a document and has it signed: every program must show the sealed pages as the signer saw them. */
  private async sign(tenant: Tenant, pdf: Buffer): Promise<Fate> {
    const path = `${SIGNATURES}/${await new WorldBuilder(this.site, tenant).draft('self_signed')}`;
    const headers = { 'content-type': 'application/pdf' };
    const { status, body } = await tenant.api.put(`${path}/document`, pdf, { headers });
    if (status >= 400 && status < 500 && /^document_/.test(String(body.code))) return 'refused';
    if (status !== 200) throw new Error(`the upload was answered with ${status} ${body.code}`);
    const sent = await tenant.api.post(`${path}/send`, { signers: [ANN] });
    const visitor = new SigningVisitor((sent.body.signers as { signingUrl: string }[])[0]!.signingUrl);
    this.site.issued.collect(visitor.token);
    const shown = await visitor.bytes('file');
    const { location } = await visitor.sign();
    if (location !== '/done') throw new Error(`signing led to ${location}`);
    const { signedPdf } = await completedFiles(tenant.api, path);
    const faults = await pictureFaults(shown, signedPdf);
    return faults.length > 0 ? 'misled' : 'accepted';
  }

  private async updates(): Promise<Crafted[]> {
    const [anna, jonas, acme] = [
      await newSealingKey('p256'),
      await newSealingKey('p256'),
      await newSealingKey('p256'),
    ];
    const sealed = await sealedPdf(rentPdf(), acme);
    const { pdf: signed } = await completedBySigners(rentPdf(), [], [anna, jonas, acme], true);
    const unchanged = await this.headingOf(sealed);
    const check = async (pdf: Buffer): Promise<Fate> =>
      (await this.headingOf(pdf)) === unchanged ? 'accepted' : 'refused';
    const all = (crafts: typeof CHANGES, mustBe: 'accepted' | 'refused') =>
      Object.entries(crafts).map(([name, craft]): Crafted => {
        const attempt = () => check(craftedUpdate(sealed, craft));
        return { name, mustBe, try: mustBe === 'refused' ? misledIfAccepted(attempt) : attempt };
      });
    const widgets = Object.entries(WIDGETS).map(([name, change]): Crafted => {
      const attempt = async () => check(await changedAfterwards(signed, change));
      return { name, mustBe: 'refused', try: misledIfAccepted(attempt) };
    });
    return [
      { name: 'none', mustBe: 'accepted', try: () => check(signed) },
      ...all({ ...CHANGES, ...PARTS }, 'refused'),
      ...widgets,
      ...all(SPELLINGS, 'accepted'),
    ];
  }

  /** The verdict of `/verify-document`, in words. */
  private async headingOf(pdf: Buffer): Promise<string> {
    this.checked++;
    const { headers, body } = formWith(pdf);
    // The page counts by address.
    const from = { ...headers, 'x-forwarded-for': `10.9.0.${this.checked}` };
    const path = '/verify-document';
    const { status, bytes } = await this.site.wire.send({ method: 'POST', path, headers: from, body });
    const heading = /<h1[^>]*>([^<]*)/.exec(bytes.toString())?.[1];
    if (status !== 200 || heading === undefined) throw new Error(`the check was answered with ${status}`);
    return heading;
  }

  /** On the server of the attacked installation. */
  private async newDatabase(): Promise<EmptyDatabase> {
    const dataDir = join(this.site.dataDir, 'postgres');
    const server = superuserUrl(findEmbeddedPostgres(dataDir)!, dataDir);
    const url = new URL(server);
    const ask = async (sql: string) => {
      const client = new Client({ connectionString: server });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    };
    const name = `restored_${++this.checked}`;
    await ask(`create database ${name} template template0`);
    url.pathname = `/${name}`;
    return { superuserUrl: url.href, drop: () => ask(`drop database if exists ${name} with (force)`) };
  }
}

const misledIfAccepted = (attempt: () => Promise<Fate>) => async (): Promise<Fate> =>
  (await attempt()) === 'accepted' ? 'misled' : 'refused';

/** Tampered backups, and those that are as the service writes them. */
async function backupsOf(victim: AttackedInstallation): Promise<Crafted[]> {
  const { loot, whole, wholeFirst } = await rob(victim);
  const tampered = Object.entries(tamperedBackups(victim, loot)).map(([name, make]): Crafted => {
    const attempt = async (): Promise<Fate> => {
      const { refusal, left } = await victim.attempt(make());
      return refusal && left.length === 0 ? 'refused' : 'misled';
    };
    return { name, mustBe: 'refused', try: attempt };
  });
  const sound = Object.entries({ whole, 'whole, in format 1': wholeFirst }).map(([name, bytes]): Crafted => {
    const attempt = async (): Promise<Fate> =>
      (await victim.attempt(bytes)).refusal ? 'refused' : 'accepted';
    return { name, mustBe: 'accepted', try: attempt };
  });
  return [...tampered, ...sound];
}
