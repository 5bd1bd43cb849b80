import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { sha256 } from '../platform/crypto/tokens.js';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** Who can see the metrics: anyone with `METRICS_TOKEN` or, if none is set, anyone who can reach the metrics port. */
@Injectable()
export class MetricsAccess {
  private readonly tokenHash: Buffer | undefined;

  constructor({ metricsToken }: Settings) {
    this.tokenHash = metricsToken === undefined ? undefined : sha256(metricsToken);
  }

  get hasToken(): boolean {
    return this.tokenHash !== undefined;
  }

  /** @param authorization - the request's header */
  isOpenTo(authorization: string | undefined): boolean {
    if (!this.tokenHash) return true;
    const [, token = ''] = BEARER.exec(authorization ?? '') ?? [];
    return timingSafeEqual(sha256(token), this.tokenHash);
  }
}
