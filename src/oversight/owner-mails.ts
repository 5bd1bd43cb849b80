import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { UsersService } from '../organizations/users.service.js';
import { type MailIds } from '../platform/mail/mail-composer.port.js';
import { MailQueue } from '../platform/mail/mail-queue.js';

/** Queues mails to the owners of an organization. */
@Injectable()
export class OwnerMails {
  constructor(
    private readonly users: UsersService,
    private readonly mails: MailQueue,
  ) {}

  async enqueue(tx: EntityManager, kind: string, organizationId: number, facts: MailIds): Promise<void> {
    for (const { id: userId } of await this.users.owners(tx, organizationId))
      await this.mails.enqueue(tx, { kind, organizationId, ids: { ...facts, userId } });
  }
}
