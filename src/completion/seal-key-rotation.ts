import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.js';
import { type Actor } from '../activity/domain/activity-event.js';
import { type KeyLifetime, OrganizationKeys } from '../pdf-signatures/organization-keys.js';

/** Replaces the keys with which an organization seals, and records the change. */
@Injectable()
export class SealKeyRotation {
  constructor(
    private readonly keys: OrganizationKeys,
    private readonly activity: ActivityLog,
  ) {}

  /** @returns and throws as `OrganizationKeys.rotate` */
  rotate(by: Actor, { authority }: { authority: boolean }): Promise<KeyLifetime> {
    return this.activity.recordWith(
      () => this.keys.rotate(by.organizationId, { authority }),
      () => ({ ...by, type: 'seal_key_rotated', data: { authority } }),
    );
  }
}
