import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';

type RecipientRule = (manager: EntityManager, organizationId: number, address: string) => Promise<boolean>;

/** Who may be sent an organization's mails. The room that knows registers itself in `onModuleInit`. */
@Injectable()
export class MailRecipients {
  private rule: RecipientRule = async () => true;

  register(rule: RecipientRule): void {
    this.rule = rule;
  }

  mayReceive(manager: EntityManager, organizationId: number, address: string): Promise<boolean> {
    return this.rule(manager, organizationId, address);
  }
}
