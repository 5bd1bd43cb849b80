import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PageOwners } from '../../platform/pages/page-owners.js';
import { Sessions } from '../sessions.js';
import { addressesOf } from './session-page.view-model.js';

/** Tells error pages below a session's link whose session it is. */
@Injectable()
export class SessionPageOwner implements OnModuleInit {
  constructor(
    private readonly owners: PageOwners,
    private readonly sessions: Sessions,
  ) {}

  onModuleInit(): void {
    this.owners.register('verify', async (token) => {
      const { organizationName: organization, brand, verification } = await this.sessions.visit(token, null);
      const { language } = addressesOf(token);
      return { organization, brand, locale: verification.locale, addresses: { language } };
    });
  }
}
