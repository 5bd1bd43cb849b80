import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { newLinkToken, sha256 } from '../platform/crypto/tokens.js';
import { isFinal } from './domain/verification.state.js';
import { type IdentityVerification } from './identity-verification.entity.js';

export interface NewVerificationLink {
  /** Shown once; 64 hexadecimal characters. */
  token: string;
  tokenHash: Buffer;
  tokenSealed: string;
}

/** Session links: looked up by hash, and stored encrypted so GET and the mail can show the same address. */
@Injectable()
export class VerificationLinks {
  constructor(
    private readonly settings: Settings,
    private readonly secretBox: SecretBox,
  ) {}

  issue(sessionId: string): NewVerificationLink {
    const token = newLinkToken();
    return {
      token,
      tokenHash: sha256(token),
      tokenSealed: this.secretBox.sealText(token, linkContext(sessionId)),
    };
  }

  address(token: string): string {
    return `${this.settings.publicUrl}/verify/${token}`;
  }

  /** Where the person continues; null once the verification has ended. */
  sessionUrl({ state, sessionId, tokenSealed }: IdentityVerification): string | null {
    return isFinal(state) ? null : this.address(this.secretBox.openText(tokenSealed, linkContext(sessionId)));
  }

  sealReturnUrl(sessionId: string, url: string): string {
    return this.secretBox.sealText(url, returnContext(sessionId));
  }

  /** Where the person returns at the end, or null if the caller gave no address. */
  returnUrl({ sessionId, redirectUrl, returnUrlSealed }: IdentityVerification): string | null {
    if (returnUrlSealed === null) return redirectUrl;
    return this.secretBox.openText(returnUrlSealed, returnContext(sessionId));
  }
}

export const linkContext = (sessionId: string) => `verification-link:${sessionId}`;
export const returnContext = (sessionId: string) => `verification-return:${sessionId}`;
