import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PageOwners } from '../../platform/pages/page-owners.js';
import { organizationOf } from '../domain/signing-context.js';
import { addressesOf } from '../signing-addresses.js';
import { SigningContextQueries } from '../signing-context.queries.js';

/** Tells error pages below a signing link whose link it is. */
@Injectable()
export class SigningPageOwner implements OnModuleInit {
  constructor(
    private readonly owners: PageOwners,
    private readonly contexts: SigningContextQueries,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.owners.register('sign', async (token) => {
      const context = await this.contexts.read(this.dataSource.manager, { token, browser: null });
      const { brand, signer } = context;
      const { language } = addressesOf(token);
      return { organization: organizationOf(context), brand, locale: signer.locale, addresses: { language } };
    });
  }
}
