import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PageOwners } from '../../platform/pages/page-owners.js';
import { organizationOf } from '../domain/signing-context.js';
import { readerAddressesOf } from '../reader-addresses.js';
import { ReaderContextQueries } from '../reader-context.queries.js';

/** Tells error pages below the link of somebody who does not sign whose link it is. */
@Injectable()
export class ReaderPageOwner implements OnModuleInit {
  constructor(
    private readonly owners: PageOwners,
    private readonly contexts: ReaderContextQueries,
    private readonly dataSource: DataSource,
  ) {}

  onModuleInit(): void {
    this.owners.register('read', async (token) => {
      const { recipient, seen } = await this.contexts.read(this.dataSource.manager, token);
      const { language } = readerAddressesOf(token);
      const organization = organizationOf(seen);
      return { organization, brand: seen.brand, locale: recipient.locale, addresses: { language } };
    });
  }
}
