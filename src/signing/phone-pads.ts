import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newLinkToken } from '../platform/crypto/tokens.js';
import { SignatureAudit } from '../signatures/signature-audit.js';
import { SignerLinks } from '../signatures/signers/signer-links.js';
import { type SignerPad } from '../signatures/signers/signer-pad.queries.js';
import { SignerPads } from '../signatures/signers/signer-pads.js';
import { browserHashOf } from './browser-tie.js';
import { readStrokes } from './domain/drawn-mark.js';
import { MARKS_OF } from './domain/sign-form.js';
import { type SigningContext } from './domain/signing-context.js';
import { mayFillIn, obstacleTo } from './domain/signing-step.policy.js';
import { type Visit } from './domain/visit.js';
import { markSha256Of } from './mark-digest.js';
import { SigningAccess } from './signing-access.js';

const DRAWINGS_PER_HOUR = 20;

/** The state of a pad as seen by the desk. `over` also covers another browser's pad, or none. */
export type DeskPad = { step: 'waiting' | 'over' } | { step: 'drawn'; strokes: number[][] };

/** What the phone can do, and for whom; null if its token no longer works. */
export type PhonePad = { step: 'open' | 'drawn'; context: SigningContext } | null;

type DrawOutcome = 'drawn' | 'unreadable' | 'over';

/**
 * Lets signers at a desk draw on their phone. The desk gets the token of a pad and shows it as a QR code; the phone sends
 * one drawing, which the desk shows and signs. The token opens nothing else: neither the document nor the signature.
 */
@Injectable()
export class PhonePads {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: SigningAccess,
    private readonly pads: SignerPads,
    private readonly links: SignerLinks,
    private readonly audit: SignatureAudit,
  ) {}

  /**
   * Opens a pad, replacing any earlier one.
   * @returns its token, and the secret of the browser that gets the drawing; null if nothing can be drawn now
   */
  async open(visit: Visit): Promise<{ token: string; desk: string } | null> {
    return this.access.act(visit, async (tx, context) => {
      if (!mayDraw(context)) return null;
      const drawn = await this.audit.countLastHour(tx, context.signer, 'mark_drawn');
      if (drawn >= DRAWINGS_PER_HOUR) return null;
      const [token, desk] = [newLinkToken(), newLinkToken()];
      await this.pads.open(tx, context.signer, { token, deskHash: browserHashOf(visit.token, desk) });
      return { token, desk };
    });
  }

  /** For the browser that opened it. @param desk - the secret it presents, or null */
  async atDesk(visit: Visit, desk: string | null): Promise<DeskPad> {
    const context = await this.access.find(visit);
    if (!mayDraw(context)) return { step: 'over' };
    const pad = await this.pads.ofSigner(this.dataSource.manager, context.signer);
    if (pad === null || !isOf(visit.token, desk, pad)) return { step: 'over' };
    const strokes = this.pads.read(pad);
    if (strokes !== null) return { step: 'drawn', strokes };
    return { step: pad.isExpired ? 'over' : 'waiting' };
  }

  /** For the phone. @param visit - whose token is the pad's */
  async onPhone(visit: Visit): Promise<PhonePad> {
    const found = await this.find(visit);
    if (found === null) return null;
    const context = await this.access.find(found.visit);
    if (obstacleTo(context) !== null) return null;
    return { step: found.pad.sealed === null ? 'open' : 'drawn', context };
  }

  /** Sends a drawing to the desk. @param strokes - as posted by the pad */
  async draw(visit: Visit, strokes: string): Promise<DrawOutcome> {
    const read = readStrokes(strokes);
    if (read === null) return 'unreadable';
    const found = await this.find(visit);
    if (found === null) return 'over';
    const drawn = await this.access.act(found.visit, async (tx, context) => {
      if (!(await this.pads.draw(tx, context.signer, visit.token, read))) return false;
      const markSha256 = markSha256Of({ kind: 'drawn', strokes: read });
      await this.access.record(tx, found.visit, context, 'mark_drawn', { markSha256 });
      return true;
    });
    return drawn === true ? 'drawn' : 'over';
  }

  /** The pad, and the phone's visit translated to the signer's own link, which is never revealed to the phone. */
  private async find(visit: Visit): Promise<{ pad: SignerPad; visit: Visit } | null> {
    const { manager } = this.dataSource;
    const pad = await this.pads.ofToken(manager, visit.token);
    if (pad === null || (pad.isExpired && pad.sealed === null)) return null;
    const link = await this.links.ofSigner(manager, pad.organizationId, pad.signerId);
    if (link === null) return null;
    return { pad, visit: { ...visit, token: this.links.tokenOf(link), browser: null } };
  }
}

function mayDraw(context: SigningContext): boolean {
  return mayFillIn(context) && MARKS_OF[context.signature.type].includes('drawn');
}

function isOf(token: string, desk: string | null, { deskHash }: SignerPad): boolean {
  return desk !== null && timingSafeEqual(browserHashOf(token, desk), deskHash);
}
